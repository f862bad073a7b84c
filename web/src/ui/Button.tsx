// Button variants: solid for the primary action, outline, text only, and a round icon button.

import type { ButtonHTMLAttributes, Ref } from "react";
import { classNames } from "./classNames";
import { Icon, type IconName } from "./Icon";

const looks = {
  solid:
    "border border-transparent bg-accent px-7 text-on-accent hover:bg-accent-strong aria-disabled:bg-edge disabled:bg-edge disabled:text-paper",
  outline:
    "border border-edge px-6 text-text hover:border-accent-text hover:text-accent-text disabled:text-muted disabled:hover:border-edge",
  quiet: "text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2 disabled:text-muted",
} as const;

type ButtonVariant = keyof typeof looks;

/** The same look for links styled as buttons. */
export function buttonClassName(look: ButtonVariant, className?: string): string {
  return classNames(
    "inline-flex min-h-11 items-center justify-center gap-2 rounded-soft py-2 text-center font-semibold leading-tight tracking-wide transition-colors",
    looks[look],
    className,
  );
}

export function Button({
  look = "solid",
  className,
  type = "button",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonVariant; ref?: Ref<HTMLButtonElement> }) {
  return <button type={type} className={buttonClassName(look, className)} {...rest} />;
}

/**
 * The label is text rather than `aria-label` because browsers translate text, and "Show password" must not name the
 * password field.
 */
export function IconButton({
  icon,
  label,
  className,
  type = "button",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; label: string }) {
  return (
    <button
      type={type}
      className={classNames(
        "inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors disabled:opacity-40",
        className,
      )}
      {...rest}
    >
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
