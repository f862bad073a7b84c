// A fetch with upload progress, based on XMLHttpRequest because the browser's fetch has none; for picture uploads.

export interface ProgressOptions {
  /** Called with the fraction sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** Called if an upload was cancelled after all of it had been sent, and was stored after all. */
  onStoredAfterCancel?: () => void;
}

export function createProgressFetch({ onProgress, signal, onStoredAfterCancel }: ProgressOptions): typeof fetch {
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? "GET", String(input instanceof Request ? input.url : input));
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.responseType = "arraybuffer";
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError("Failed to fetch"));
      let isSent = false;
      request.upload.onload = () => {
        isSent = true;
      };
      const rejectAsAborted = () => reject(new DOMException("The upload was cancelled", "AbortError"));
      const cancel = () => {
        if (!isSent) return request.abort();
        // The backend may have stored it: only its response tells.
        request.onload = () => request.status < 300 && onStoredAfterCancel?.();
        rejectAsAborted();
      };
      request.onabort = rejectAsAborted;
      if (signal?.aborted) rejectAsAborted();
      signal?.addEventListener("abort", cancel);
      request.send(init?.body as XMLHttpRequestBodyInit | null);
    });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = request.status === 204 || request.status === 304 ? null : (request.response as ArrayBuffer);
  return new Response(body, { status: request.status, statusText: request.statusText, headers });
}
