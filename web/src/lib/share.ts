// Shares a link or a text.

/** With the Web Share API, or the clipboard without it. False if neither happened. */
export async function share(content: ShareData, onCopied: () => void): Promise<boolean> {
  try {
    if (navigator.share) await navigator.share(content);
    else {
      await navigator.clipboard.writeText(content.url ?? content.text ?? "");
      onCopied();
    }
    return true;
  } catch (failure) {
    // AbortError: the user closed the share sheet.
    if ((failure as Error).name !== "AbortError") console.error(failure);
    return false;
  }
}
