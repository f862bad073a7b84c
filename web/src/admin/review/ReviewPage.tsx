// The review desk: what waits, one case at a time.

import { ReviewTabs } from "./ReviewTabs";

export default function ReviewPage() {
  return <ReviewTabs />;
}
