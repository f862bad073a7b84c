// The best-selling products, with a bar for each.

import type { Statistics } from "@/data/dashboard";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";

const numberLook = "py-2 pl-4 text-right tabular-nums whitespace-nowrap";

export function BestSellingProducts({ best }: Pick<Statistics, "best">) {
  const a = useAdminMessages();
  const max = Math.max(1, ...best.map(({ pieces }) => pieces));
  if (best.length === 0)
    return (
      <div>
        <p className="font-semibold">{a.figures.bestProducts}</p>
        <p className="text-muted">{a.figures.none}</p>
      </div>
    );
  return (
    <table className="h-fit w-full text-left">
      <caption className="pb-2 text-left font-semibold">{a.figures.bestProducts}</caption>
      <thead className="border-line border-b text-caption text-muted">
        <tr>
          <th scope="col">{a.figures.product}</th>
          <th scope="col" className={numberLook}>
            {a.figures.pieces}
          </th>
          <th scope="col" className={numberLook}>
            {a.figures.revenue}
          </th>
        </tr>
      </thead>
      <tbody>
        {best.map(({ uuid, heading, pieces, revenue }) => (
          <tr key={uuid} className="border-line border-b align-top">
            <th scope="row" className="wrap-anywhere py-2 font-normal">
              {heading}
              <svg aria-hidden="true" className="mt-1 block h-1 w-full">
                <rect width={`${(100 * pieces) / max}%`} height="100%" className="fill-accent-text" />
              </svg>
            </th>
            <td className={numberLook}>{pieces}</td>
            <td className={numberLook}>{formatRupiah(revenue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
