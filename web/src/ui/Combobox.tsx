// A combobox: typing searches, arrows move, Enter selects, Esc closes. The value of a selected option is its ID.

import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "./classNames";
import { inputClassName } from "./Field";
import { useFieldNote } from "./useFieldNote";

interface ComboboxProps<Option extends { id: string }> {
  label: string;
  name: string;
  hint: string;
  /** The field's content: an ID or a search term. */
  typed: string;
  onTyped: (typed: string) => void;
  /** The matching options; undefined while loading. */
  options: readonly Option[] | undefined;
  show: (option: Option) => ReactNode;
  /** The list's label, the empty text, and the number of results. */
  words: { list: string; none: string; found: (count: number) => string };
  disabled: boolean;
}

export function Combobox<Option extends { id: string }>(props: ComboboxProps<Option>) {
  const { label, name, hint, typed, options, words, disabled, show } = props;
  const id = useId();
  const { control, note } = useFieldNote({ id, name, hint });
  const list = useList(props);
  const optionId = (option: Option) => `${id}-${option.id}`;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          name={name}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.open}
          aria-controls={`${id}-list`}
          aria-activedescendant={list.active && optionId(list.active)}
          {...control}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={disabled}
          value={typed}
          onChange={(event) => list.type(event.target.value)}
          onClick={list.show}
          onKeyDown={list.onKeyDown}
          onBlur={list.hide}
          className={classNames(inputClassName, "px-2.5 text-base tracking-tight tabular-nums")}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={words.list}
          className={classNames(
            "absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-y-auto border border-edge bg-paper shadow-lg",
            !list.open && "hidden",
          )}
        >
          {list.open &&
            options?.map((option) => (
              <button
                key={option.id}
                id={optionId(option)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={option === list.active}
                ref={option === list.active ? scrollIntoView : undefined}
                // Keep the focus in the input, or its blur would close the list before the click arrives.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => list.take(option)}
                className={classNames(
                  "block w-full p-2 text-left hover:bg-tint",
                  option === list.active && "bg-tint outline-2 -outline-offset-2 outline-accent-text",
                )}
              >
                {show(option)}
              </button>
            ))}
        </div>
      </div>
      {note}
      <p role="status" className={classNames("text-caption", options?.length ? "sr-only" : "text-muted")}>
        {list.searching && options && (options.length > 0 ? words.found(options.length) : words.none)}
      </p>
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

/** Open state, active option and keyboard navigation of the list. */
function useList<Option extends { id: string }>({ typed, onTyped, options = [], disabled }: ComboboxProps<Option>) {
  const [searching, setSearching] = useState(false);
  const [activeIndex, setPlace] = useState(0);
  const open = searching && !disabled && options.length > 0 && !options.some((option) => option.id === typed);
  const active = open ? options[Math.min(activeIndex, options.length - 1)] : undefined;

  const setSearch = (now: boolean) => {
    setSearching(now);
    setPlace(0);
  };
  const handleInput = (text: string) => {
    onTyped(text);
    setSearch(text !== "");
  };
  const select = (option: Option) => {
    onTyped(option.id);
    setSearch(false);
  };
  const moveActive = (by: number) => {
    if (!open) return setSearch(true);
    const from = Math.min(activeIndex, options.length - 1);
    setPlace((from + by + options.length) % options.length);
  };
  const keys: Partial<Record<string, () => void>> = {
    ArrowDown: () => moveActive(1),
    ArrowUp: () => moveActive(-1),
    ...(active && { Enter: () => select(active), Escape: () => setSearch(false) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const handler = keys[event.key];
    if (!handler) return;
    event.preventDefault();
    event.stopPropagation();
    handler();
  };
  return {
    open,
    active,
    searching,
    type: handleInput,
    take: select,
    onKeyDown,
    show: () => setSearch(true),
    hide: () => setSearch(false),
  };
}
