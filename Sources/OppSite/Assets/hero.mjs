// The day on the first page, played once from 11:00 to 13:00: a line runs over the lanes, rests where the rule fires, and the
// notification comes.

/** The hours between which it plays, the hour of the firing, and the milliseconds for an hour and of the rest. */
const [first, fires, last, pace, rest] = [11, 12, 13, 1000, 700];

/** Plays the day once most of it is in view. @param {HTMLElement} hero */
export function watch(hero) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    play(hero);
  }, { threshold: 0.6 });
  observer.observe(hero.querySelector(".day"));
}

/** The hour that is shown some milliseconds after the beginning. */
export function hourAt(time) {
  const untilFiring = (fires - first) * pace;
  if (time < untilFiring) return first + time / pace;
  return Math.min(last, fires + Math.max(0, time - untilFiring - rest) / pace);
}

function play(hero) {
  const day = hero.querySelector(".day");
  const card = hero.querySelector(".card");
  const line = day.appendChild(document.createElement("i"));
  line.className = "now";
  line.setAttribute("aria-hidden", "true");
  let start;
  const frame = (now) => {
    start ??= now;
    const hour = hourAt(now - start);
    const lane = day.querySelector("svg");
    const { left, width } = lane.getBoundingClientRect();
    line.style.left = `${left - day.getBoundingClientRect().left + (width * hour) / 24}px`;
    card.classList.toggle("is-ahead", hour < fires);
    if (hour < last) requestAnimationFrame(frame);
    else {
      line.remove();
      hero.dataset.played = "";
    }
  };
  requestAnimationFrame(frame);
}
