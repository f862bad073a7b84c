// Asks once before something is done that can't be undone easily.

import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

interface QuestionDialogProps {
  open: boolean;
  title: string;
  question: string;
  /** The label of the button that does it. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  /** Cancelling comes first and stands out. */
  isRisky?: boolean;
}

export function QuestionDialog(props: QuestionDialogProps) {
  const { open, title, question, confirm, onConfirm, onClose, isRisky = false } = props;
  const { common: words } = useMessages();
  const handleConfirm = () => {
    onClose();
    onConfirm();
  };
  const cancelButton = (
    <Button look={isRisky ? "solid" : "outline"} onClick={onClose}>
      {words.cancel}
    </Button>
  );
  return (
    <Dialog open={open} title={title} closeLabel={words.close} onClose={onClose}>
      <p className="mb-6">{question}</p>
      <div className="flex flex-wrap gap-3">
        {isRisky && cancelButton}
        <Button look={isRisky ? "outline" : "solid"} onClick={handleConfirm}>
          {confirm}
        </Button>
        {!isRisky && cancelButton}
      </div>
    </Dialog>
  );
}
