// Parses amounts in the formats of banks: either decimal mark, signs, parentheses, debit and credit markers.

export type DecimalMark = "." | ",";

interface ReadAmount {
  /** Whole rupiah, never negative. */
  rupiah: number;
  /** Missing if the cell does not tell. */
  direction?: TransferDirection;
}
export type TransferDirection = "in" | "out";

const directions: Record<TransferDirection, RegExp> = {
  in: /^(\+|cr?|k|kr|kredit|credit|masuk|in)\.?$/i,
  out: /^([-−]|d|db|dr|debi?e?t|keluar|out)\.?$/i,
};

/** "CR", "DB", "K", "D", "Kredit", "Debit", "+" and "-". */
export function parseDirection(marker: string): TransferDirection | undefined {
  return (Object.keys(directions) as TransferDirection[]).find((direction) =>
    directions[direction].test(marker.trim()),
  );
}

const amount = /^(\()?([-+−]?) ?(?:rp\.?|idr)? ?([-+−]?) ?(\d[\d.,' ]*?) ?([-+−]|[a-z]{1,6}\.?)?\)?$/i;

/** Null if the cell is not an amount. Cents are rounded, since prices are whole rupiah. */
export function parseAmount(cell: string, decimal: DecimalMark): ReadAmount | null {
  const [, bracket, before = "", sign = "", figure = "", after = ""] = amount.exec(cell) ?? [];
  const rupiah = parseFigure(figure, decimal);
  const marker = bracket ? "-" : before || sign || after;
  const direction = parseDirection(marker);
  if (rupiah === null || (marker && !direction)) return null;
  return direction ? { rupiah, direction } : { rupiah };
}

function parseFigure(figure: string, decimal: DecimalMark): number | null {
  const group = decimal === "." ? "[,' ]" : "[.' ]";
  const form = new RegExp(`^(\\d+|\\d{1,3}(?:${group}\\d{3})+)(?:[${decimal}](\\d{1,2}|0{3,}))?$`);
  const [, whole, cents = "0"] = form.exec(figure) ?? [];
  return whole === undefined ? null : Math.round(Number(`${whole.replace(/\D/g, "")}.${cents}`));
}

/** The decimal mark of these cells; undefined if they are read alike with either. */
export function detectDecimalMark(cells: readonly string[]): DecimalMark | undefined {
  const figures = cells.map((cell) => amount.exec(cell)?.[4] ?? "");
  for (const pattern of [certainPattern, likelyPattern]) {
    const votes = (mark: DecimalMark) => figures.filter((figure) => pattern(mark).test(figure)).length;
    if (votes(".") !== votes(",")) return votes(",") > votes(".") ? "," : ".";
  }
  return undefined;
}

const otherMark = (mark: DecimalMark) => (mark === "." ? "," : ".");

/** A group before it, one or two digits after it, or several groups separated by the other mark. */
function certainPattern(mark: DecimalMark): RegExp {
  const other = otherMark(mark);
  return new RegExp(`[${other}]\\d{3}[${mark}]|^\\d+[${mark}]\\d{1,2}$|[${other}]\\d{3}[${other}]`);
}

/** Thousandths of a rupiah do not occur, so the other mark separates groups. */
function likelyPattern(mark: DecimalMark): RegExp {
  return new RegExp(`^\\d{1,3}[${otherMark(mark)}]\\d{3}$`);
}
