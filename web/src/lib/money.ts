// Rupiah as the shop writes them: "Rp. 1.250.000".

/** Not with Intl: loading its data takes a slow phone about 50 ms, and output differs between engines. */
export function formatRupiah(amount: number): string {
  return `Rp. ${formatThousands(amount)}`;
}

export function formatThousands(amount: number): string {
  return amount.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ".");
}
