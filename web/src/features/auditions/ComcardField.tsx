// The upload field of the comp card, with an example until a file is chosen.

import { useState } from "react";
import { useMessages } from "@/messages/account";
import { FileField, useFilePreview } from "@/ui/FileField";

const example = "/comcard-example.webp";

export function ComcardField() {
  const m = useMessages();
  const [file, setFile] = useState<File | null>(null);
  const chosen = useFilePreview(file);
  return (
    <FileField
      label={m.registration.fields.comcard_image}
      name="comcard_image"
      onFile={setFile}
      preview={
        <img
          src={chosen ?? example}
          alt={file && chosen ? m.upload.chosen(file.name) : m.upload.example}
          className="h-100 w-75 max-w-full bg-tint object-contain"
        />
      }
    />
  );
}
