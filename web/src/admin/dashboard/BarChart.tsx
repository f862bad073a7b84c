// Figures over time as bars, and the same figures as a table: for screen readers, and for whoever wants them exactly.

interface BarChartProps {
  title: string;
  /** What the figures are of: heads the table's first column. */
  of: string;
  asTable: string;
  bars: readonly { name: string; value: number }[];
  show: (value: number) => string;
}

export function BarChart({ title, of, asTable, bars, show }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = 100 / bars.length;
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap justify-between gap-x-4 font-semibold">
        {title}
        <span className="tabular-nums">{show(bars.reduce((sum, { value }) => sum + value, 0))}</span>
      </figcaption>
      <p className="mt-2 border-line border-b border-dashed text-caption text-muted tabular-nums">{show(most)}</p>
      <svg aria-hidden="true" className="block h-36 w-full border-edge border-b">
        {bars.map(({ name, value }, place) => (
          <rect
            key={name}
            x={`${(place + 0.15) * step}%`}
            width={`${0.7 * step}%`}
            y={`${100 - (100 * value) / most}%`}
            height={`${(100 * value) / most}%`}
            className="fill-accent-text"
          >
            <title>{`${name}: ${show(value)}`}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-caption text-muted">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
      <details className="text-caption">
        <summary className="inline-block min-h-11 content-center text-muted underline underline-offset-4">{`${title}: ${asTable}`}</summary>
        <table aria-label={title} className="mt-1 w-full max-w-80 text-left tabular-nums">
          <thead className="border-line border-b">
            <tr>
              <th scope="col">{of}</th>
              <th scope="col" className="text-right">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row" className="font-normal">
                  {name}
                </th>
                <td className="text-right">{show(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
