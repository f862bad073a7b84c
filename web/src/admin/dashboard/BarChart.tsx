// A bar chart, with the exact figures as a table that also serves screen readers.

interface BarChartProps {
  title: string;
  /** The header of the table's first column. */
  of: string;
  asTable: string;
  bars: readonly { name: string; value: number }[];
  format: (value: number) => string;
}

export function BarChart({ title, of, asTable, bars, format }: BarChartProps) {
  const max = Math.max(0, ...bars.map(({ value }) => value));
  const heightOf = (value: number) => (max > 0 ? (100 * value) / max : 0);
  const step = 100 / bars.length;
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap justify-between gap-x-4 font-semibold">
        {title}
        <span className="tabular-nums">{format(bars.reduce((sum, { value }) => sum + value, 0))}</span>
      </figcaption>
      <p className="mt-2 border-line border-b border-dashed text-caption text-muted tabular-nums">{format(max)}</p>
      <svg aria-hidden="true" className="block h-36 w-full border-edge border-b">
        {bars.map(({ name, value }, index) => (
          <rect
            key={name}
            x={`${(index + 0.15) * step}%`}
            width={`${0.7 * step}%`}
            y={`${100 - heightOf(value)}%`}
            height={`${heightOf(value)}%`}
            className="fill-accent-text"
          >
            <title>{`${name}: ${format(value)}`}</title>
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
                <td className="text-right">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
