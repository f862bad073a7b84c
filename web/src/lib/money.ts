// Rupiah as the shop writes them: "Rp. 1.250.000".

/** Not by Intl: its tables cost a slow phone some 50 ms before the first price, and every engine has its own. */
export function rupiah(amount: number): string {
  return `Rp. ${groupDigits(amount)}`;
}

export function groupDigits(amount: number): string {
  return amount.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ".");
}
