#include "templates.h"

// A file of an example is compiled in where it is: the tool is one binary, and has no second copy of the examples.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define TEXT (const unsigned char[])

static const struct opp_template_file files[] = {
    {"flat", "bills.opp", TEXT{
#embed "../../examples/flat/bills.opp" suffix(, 0)
    }},
    {"flat", "board.opp", TEXT{
#embed "../../examples/flat/board.opp" suffix(, 0)
    }},
    {"flat", "charts.opp", TEXT{
#embed "../../examples/flat/charts.opp" suffix(, 0)
    }},
    {"flat", "chores.opp", TEXT{
#embed "../../examples/flat/chores.opp" suffix(, 0)
    }},
    {"flat", "data/answers.csv", TEXT{
#embed "../../examples/flat/data/answers.csv" suffix(, 0)
    }},
    {"flat", "data/bills.csv", TEXT{
#embed "../../examples/flat/data/bills.csv" suffix(, 0)
    }},
    {"flat", "data/calendar.ics", TEXT{
#embed "../../examples/flat/data/calendar.ics" suffix(, 0)
    }},
    {"flat", "data/chores.csv", TEXT{
#embed "../../examples/flat/data/chores.csv" suffix(, 0)
    }},
    {"flat", "data/comments.csv", TEXT{
#embed "../../examples/flat/data/comments.csv" suffix(, 0)
    }},
    {"flat", "data/flatmates.csv", TEXT{
#embed "../../examples/flat/data/flatmates.csv" suffix(, 0)
    }},
    {"flat", "data/groceries.csv", TEXT{
#embed "../../examples/flat/data/groceries.csv" suffix(, 0)
    }},
    {"flat", "data/location.csv", TEXT{
#embed "../../examples/flat/data/location.csv" suffix(, 0)
    }},
    {"flat", "data/places.geojson", TEXT{
#embed "../../examples/flat/data/places.geojson" suffix(, 0)
    }},
    {"flat", "data/posts.csv", TEXT{
#embed "../../examples/flat/data/posts.csv" suffix(, 0)
    }},
    {"flat", "data/recording.json", TEXT{
#embed "../../examples/flat/data/recording.json" suffix(, 0)
    }},
    {"flat", "data/reminders.csv", TEXT{
#embed "../../examples/flat/data/reminders.csv" suffix(, 0)
    }},
    {"flat", "data/shares.csv", TEXT{
#embed "../../examples/flat/data/shares.csv" suffix(, 0)
    }},
    {"flat", "data/shopping.csv", TEXT{
#embed "../../examples/flat/data/shopping.csv" suffix(, 0)
    }},
    {"flat", "flat.opp", TEXT{
#embed "../../examples/flat/flat.opp" suffix(, 0)
    }},
    {"flat", "groceries.opp", TEXT{
#embed "../../examples/flat/groceries.opp" suffix(, 0)
    }},
    {"flat", "tests.opp", TEXT{
#embed "../../examples/flat/tests.opp" suffix(, 0)
    }},
    {"home", "air.opp", TEXT{
#embed "../../examples/home/air.opp" suffix(, 0)
    }},
    {"home", "data/batteries.csv", TEXT{
#embed "../../examples/home/data/batteries.csv" suffix(, 0)
    }},
    {"home", "data/binary_sensor.csv", TEXT{
#embed "../../examples/home/data/binary_sensor.csv" suffix(, 0)
    }},
    {"home", "data/event.csv", TEXT{
#embed "../../examples/home/data/event.csv" suffix(, 0)
    }},
    {"home", "data/person.csv", TEXT{
#embed "../../examples/home/data/person.csv" suffix(, 0)
    }},
    {"home", "data/recording.json", TEXT{
#embed "../../examples/home/data/recording.json" suffix(, 0)
    }},
    {"home", "data/sensor.csv", TEXT{
#embed "../../examples/home/data/sensor.csv" suffix(, 0)
    }},
    {"home", "data/switch.csv", TEXT{
#embed "../../examples/home/data/switch.csv" suffix(, 0)
    }},
    {"home", "data/windows.csv", TEXT{
#embed "../../examples/home/data/windows.csv" suffix(, 0)
    }},
    {"home", "house.opp", TEXT{
#embed "../../examples/home/house.opp" suffix(, 0)
    }},
    {"home", "machines.opp", TEXT{
#embed "../../examples/home/machines.opp" suffix(, 0)
    }},
    {"home", "openings.opp", TEXT{
#embed "../../examples/home/openings.opp" suffix(, 0)
    }},
    {"home", "safety.opp", TEXT{
#embed "../../examples/home/safety.opp" suffix(, 0)
    }},
    {"home", "tests.opp", TEXT{
#embed "../../examples/home/tests.opp" suffix(, 0)
    }},
    {"planner", "alerts.opp", TEXT{
#embed "../../examples/planner/alerts.opp" suffix(, 0)
    }},
    {"planner", "data/answers.csv", TEXT{
#embed "../../examples/planner/data/answers.csv" suffix(, 0)
    }},
    {"planner", "data/calendar.ics", TEXT{
#embed "../../examples/planner/data/calendar.ics" suffix(, 0)
    }},
    {"planner", "data/entries.csv", TEXT{
#embed "../../examples/planner/data/entries.csv" suffix(, 0)
    }},
    {"planner", "data/location.csv", TEXT{
#embed "../../examples/planner/data/location.csv" suffix(, 0)
    }},
    {"planner", "data/recording.json", TEXT{
#embed "../../examples/planner/data/recording.json" suffix(, 0)
    }},
    {"planner", "data/settings.csv", TEXT{
#embed "../../examples/planner/data/settings.csv" suffix(, 0)
    }},
    {"planner", "data/weather.csv", TEXT{
#embed "../../examples/planner/data/weather.csv" suffix(, 0)
    }},
    {"planner", "day.opp", TEXT{
#embed "../../examples/planner/day.opp" suffix(, 0)
    }},
    {"planner", "planner.opp", TEXT{
#embed "../../examples/planner/planner.opp" suffix(, 0)
    }},
    {"planner", "tests.opp", TEXT{
#embed "../../examples/planner/tests.opp" suffix(, 0)
    }},
    {"reminders", "data/answers.csv", TEXT{
#embed "../../examples/reminders/data/answers.csv" suffix(, 0)
    }},
    {"reminders", "data/birthdays.csv", TEXT{
#embed "../../examples/reminders/data/birthdays.csv" suffix(, 0)
    }},
    {"reminders", "data/calendar.ics", TEXT{
#embed "../../examples/reminders/data/calendar.ics" suffix(, 0)
    }},
    {"reminders", "data/forecast.csv", TEXT{
#embed "../../examples/reminders/data/forecast.csv" suffix(, 0)
    }},
    {"reminders", "data/location.csv", TEXT{
#embed "../../examples/reminders/data/location.csv" suffix(, 0)
    }},
    {"reminders", "data/plants.csv", TEXT{
#embed "../../examples/reminders/data/plants.csv" suffix(, 0)
    }},
    {"reminders", "data/recording.json", TEXT{
#embed "../../examples/reminders/data/recording.json" suffix(, 0)
    }},
    {"reminders", "data/weather.csv", TEXT{
#embed "../../examples/reminders/data/weather.csv" suffix(, 0)
    }},
    {"reminders", "reminders.opp", TEXT{
#embed "../../examples/reminders/reminders.opp" suffix(, 0)
    }},
    {"reminders", "tests.opp", TEXT{
#embed "../../examples/reminders/tests.opp" suffix(, 0)
    }},
    {"trips", "charts.opp", TEXT{
#embed "../../examples/trips/charts.opp" suffix(, 0)
    }},
    {"trips", "data/app.csv", TEXT{
#embed "../../examples/trips/data/app.csv" suffix(, 0)
    }},
    {"trips", "data/found.csv", TEXT{
#embed "../../examples/trips/data/found.csv" suffix(, 0)
    }},
    {"trips", "data/friendships.csv", TEXT{
#embed "../../examples/trips/data/friendships.csv" suffix(, 0)
    }},
    {"trips", "data/location.gpx", TEXT{
#embed "../../examples/trips/data/location.gpx" suffix(, 0)
    }},
    {"trips", "data/recording.json", TEXT{
#embed "../../examples/trips/data/recording.json" suffix(, 0)
    }},
    {"trips", "data/requests.csv", TEXT{
#embed "../../examples/trips/data/requests.csv" suffix(, 0)
    }},
    {"trips", "data/trips.csv", TEXT{
#embed "../../examples/trips/data/trips.csv" suffix(, 0)
    }},
    {"trips", "friends.opp", TEXT{
#embed "../../examples/trips/friends.opp" suffix(, 0)
    }},
    {"trips", "progress.opp", TEXT{
#embed "../../examples/trips/progress.opp" suffix(, 0)
    }},
    {"trips", "tests.opp", TEXT{
#embed "../../examples/trips/tests.opp" suffix(, 0)
    }},
    {"trips", "tracking.opp", TEXT{
#embed "../../examples/trips/tracking.opp" suffix(, 0)
    }},
};

const struct opp_template_file *opp_template_file(size_t index) {
  return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
