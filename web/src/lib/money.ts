// Rupiah as the shop writes them: "Rp. 1.250.000".

const grouping = new Intl.NumberFormat("id-ID", { maximumFractionDigits: 0 });

export function rupiah(amount: number): string {
  return `Rp. ${grouping.format(amount)}`;
}
