// What newspapers and magazines write about the house.

import { usePublicRead } from "@/data/publicRead";
import { NEWEST_FIRST_PARAMS, tableQuery } from "@/data/publicRows";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";
import { Picture } from "@/ui/Picture";

const press = tableQuery("press", NEWEST_FIRST_PARAMS);

export default function PressPage() {
  const pageTitle = usePageTitle();
  const { data } = usePublicRead(press);
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      <ul>
        {data?.map(({ uuid, heading, image }, position) => (
          <li key={uuid}>
            <Picture url={image.url} alt="" sizes="20rem" width={300} height={400} first={position === 0} />
            <h2>{heading}</h2>
          </li>
        ))}
      </ul>
    </div>
  );
}
