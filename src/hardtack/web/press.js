/** A button that is being pressed stays where it is: were it replaced before it is let go, its click would be lost. */

const CLICKED_LATE_MS = 100; // a finger's click follows a moment after the finger has left

/** @type {Element | null} */
let pressed = null;
/** @type {Set<() => void>} */
const waiting = new Set();

function release() {
  pressed = null;
  const due = [...waiting];
  waiting.clear();
  for (const deed of due) deed();
}

addEventListener(
  "pointerdown",
  ({ target }) => (pressed = target instanceof Element ? target.closest("button, summary, label, a") : null),
  true,
);
// what a click brings about may draw anew at once
addEventListener("click", () => void ((pressed = null), setTimeout(release)), true);
addEventListener("pointerup", () => void setTimeout(release, CLICKED_LATE_MS), true);
addEventListener("pointercancel", release, true);

/**
 * Do something now, or when the button that is being pressed in an element has been let go.
 * @param {Element | undefined} element
 * @param {() => void} deed
 */
export function whenReleased(element, deed) {
  if (pressed?.isConnected && element?.contains(pressed)) waiting.add(deed);
  else deed();
}
