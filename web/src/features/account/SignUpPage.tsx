// Placeholder of the page until it is built.
import { useMessages } from "@/messages";

export default function SignUpPage() {
  const m = useMessages();
  return (
    <div className="measure pt-10">
      <h1 className="text-title">{m.titles.signUp}</h1>
    </div>
  );
}
