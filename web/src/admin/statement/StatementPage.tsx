// The bank's statement: what came in, and which order or registration it is for.

import { ReviewTabs } from "../review/ReviewTabs";

export default function StatementPage() {
  return <ReviewTabs />;
}
