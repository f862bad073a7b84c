// Amounts as banks write them: with either decimal mark, a sign, brackets, or the words for in and out.

export type DecimalMark = "." | ",";

interface ReadAmount {
  /** Whole rupiah, never negative. */
  rupiah: number;
  /** Missing where the cell doesn't say. */
  direction?: Direction;
}
export type Direction = "in" | "out";

const directions: Record<Direction, RegExp> = {
  in: /^(\+|cr?|k|kr|kredit|credit|masuk|in)\.?$/i,
  out: /^([-−]|d|db|dr|debi?e?t|keluar|out)\.?$/i,
};

/** "CR", "DB", "K", "D", "Kredit", "Debit", "+" and "-". */
export function directionOf(words: string): Direction | undefined {
  return (Object.keys(directions) as Direction[]).find((direction) => directions[direction].test(words.trim()));
}

const amount = /^(\()?([-+−]?) ?(?:rp\.?|idr)? ?([-+−]?) ?(\d[\d.,' ]*?) ?([-+−]|[a-z]{1,6}\.?)?\)?$/i;

/** Null for what is no amount. Cents are rounded: shops ask for whole rupiah. */
export function parseAmount(cell: string, decimal: DecimalMark): ReadAmount | null {
  const [, bracket, before = "", sign = "", figure = "", after = ""] = amount.exec(cell) ?? [];
  const rupiah = readFigure(figure, decimal);
  const said = bracket ? "-" : before || sign || after;
  const direction = directionOf(said);
  if (rupiah === null || (said && !direction)) return null;
  return direction ? { rupiah, direction } : { rupiah };
}

function readFigure(figure: string, decimal: DecimalMark): number | null {
  const group = decimal === "." ? "[,' ]" : "[.' ]";
  const form = new RegExp(`^(\\d+|\\d{1,3}(?:${group}\\d{3})+)(?:[${decimal}](\\d{1,2}|0{3,}))?$`);
  const [, whole, cents = "0"] = form.exec(figure) ?? [];
  return whole === undefined ? null : Math.round(Number(`${whole.replace(/\D/g, "")}.${cents}`));
}

/** Which mark begins the cents in these cells; where nothing tells, it doesn't matter. */
export function decimalMarkOf(cells: readonly string[]): DecimalMark {
  const figures = cells.map((cell) => amount.exec(cell)?.[4] ?? "");
  for (const tells of [tellsForSure, tellsProbably]) {
    const votes = (mark: DecimalMark) => figures.filter((figure) => tells(mark).test(figure)).length;
    if (votes(".") !== votes(",")) return votes(",") > votes(".") ? "," : ".";
  }
  return ".";
}

const otherThan = (mark: DecimalMark) => (mark === "." ? "," : ".");

/** Groups in front of it, one or two digits behind it, or several groups by the other one. */
function tellsForSure(mark: DecimalMark): RegExp {
  const other = otherThan(mark);
  return new RegExp(`[${other}]\\d{3}[${mark}]|^\\d+[${mark}]\\d{1,2}$|[${other}]\\d{3}[${other}]`);
}

/** Nobody writes thousandths of a rupiah. */
function tellsProbably(mark: DecimalMark): RegExp {
  return new RegExp(`^\\d{1,3}[${otherThan(mark)}]\\d{3}$`);
}
