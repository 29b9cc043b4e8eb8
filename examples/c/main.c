/* Opp from C: a rule, ten minutes, and what fires. The replies are printed as they are; a program reads them with a library
 * for JSON.
 *
 *     cc main.c -o main -lopp
 */
#include <opp.h>
#include <stdio.h>

static const char files[] =
    "{\"files\":[{\"path\":\"a.opp\",\"text\":"
    "\"opp \\\"Warm\\\" when temp > 20C for 10min notify \\\"It is {temp}.\\\"\"}]}";
static const char options[] =
    "{\"at\":1782036000,\"zone\":\"Europe/Amsterdam\",\"supplies\":{\"weather\":{\"pushed\":true}}}";

static void print(char *text) {
  puts(text ? text : "out of memory");
  opp_free(text);
}

int main(void) {
  char *error = NULL;
  size_t size = 0;
  opp_rules *rules = opp_rules_new(files);
  opp_session *session = opp_session_new(rules, options, NULL, 0, &error);
  if (!session) {
    print(error);
    return 1;
  }
  print(opp_session_step(
      session, 1782036000, "{\"arrived\":[{\"source\":\"weather\",\"fields\":{\"temp\":22}}]}"));
  uint8_t *memory = opp_session_memory(session, &size);
  opp_session_free(session);

  /* Later, perhaps in another process */
  session = opp_session_new(rules, options, memory, size, &error);
  opp_free(memory);
  print(error ? error : opp_session_step(session, 1782036600, NULL));
  print(opp_session_step(session, 1782036601, "no JSON"));
  opp_session_free(session);
  opp_rules_free(rules);
  return 0;
}
