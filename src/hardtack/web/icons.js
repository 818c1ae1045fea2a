/** Signs on buttons, drawn: fonts do not have them everywhere. */

import { s } from "./dom.js";

const PATHS = {
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  fit: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  pause: "M8 5V19M16 5V19",
  play: "M7 5L19 12L7 19Z",
  skip: "M5 5L13 12L5 19ZM14 5L22 12L14 19Z",
  first: "M6 5V19M19 5L9 12L19 19Z",
  last: "M18 5V19M5 5L15 12L5 19Z",
  back: "M15 5L6 12L15 19Z",
  step: "M9 5L18 12L9 19Z",
  menu: "M4 7H20M4 12H20M4 17H20",
  theme: "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3M12 3V21",
  help: "M9 9Q9 6 12 6Q15.5 6 15.5 9Q15.5 11 12 12.5V14.5M12 18V18.2",
  undo: "M9 7L4 12L9 17M4 12H15Q20 12 20 17",
  swords: "M5 4L17 16M19 4L7 16M14 19L20 13M10 19L4 13",
  film: "M4 5H20V19H4ZM4 9H20M4 15H20M8 5V9M12 5V9M16 5V9M8 15V19M12 15V19M16 15V19",
  key: "M4 6H8V10H4ZM4 14H8V18H4ZM12 8H20M12 16H20",
  flag: "M6 21V4H19L16 8L19 12H6",
  book: "M12 6Q8 3 3 5V19Q8 17 12 20Q16 17 21 19V5Q16 3 12 6V20",
  mail: "M3 6H21V18H3ZM3 7L12 13L21 7",
  table: "M4 5H20V19H4ZM4 10H20M4 14.5H20M10 5V19",
};

/** @param {keyof typeof PATHS} name @param {number} [size] */
export function icon(name, size = 18) {
  const solid = ["play", "skip", "first", "last", "back", "step"].includes(name);
  return s(
    "svg",
    {
      class: solid ? "icon-sign solid" : "icon-sign",
      viewBox: "0 0 24 24",
      width: size,
      height: size,
      "aria-hidden": "true",
    },
    s("path", { d: PATHS[name] }),
  );
}
