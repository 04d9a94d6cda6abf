import { useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { commonTexts as words } from '../texts/common';
import { CheckIcon, ChevronDownIcon, SearchIcon } from './icons';
import { useSelect, type Choice, type SelectState } from './use-select';

interface Props extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'children'> {
  readonly choices: readonly (string | Choice)[];
  readonly value?: string;
  /** Without it, `aria-label` names the field. */
  readonly label?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Shown for a value that is not in the list. */
  readonly placeholder?: string;
  readonly isSmall?: boolean;
  readonly isOpenAtFirst?: boolean;
  onChange(value: string): void;
}

/** Lists with more choices have a search field. */
const mostWithoutSearch = 12;

/** Shows a field for one choice of a list. With a `name`, its value is part of the form. */
export function Select({
  choices: given,
  value = '',
  onChange,
  isOpenAtFirst = false,
  className = '',
  ...props
}: Props) {
  const { label, description, error, required = false, placeholder = value, ...others } = props;
  const { isSmall = false, name, ...button } = others;
  const id = useId();
  const choices = given.map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice));
  const state = useSelect({ choices, value, isOpenAtFirst, onChange });
  const chosen = choices.find((choice) => choice.value === value);
  const isOpen = state.active !== null;
  const hints = [description && `${id}description`, error && `${id}error`].filter(Boolean).join(' ');
  return (
    <div
      ref={state.root}
      className={className ? `select ${className}` : 'select'}
      onKeyDown={state.onKeyDown}
      onBlur={state.onBlur}
    >
      <FieldLabel id={id} label={label} required={required} description={description} trigger={state.trigger} />
      <button
        {...button}
        ref={state.trigger}
        id={button.id ?? `${id}button`}
        type="button"
        role="combobox"
        className={isSmall ? 'field sm' : 'field'}
        value={value}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}list` : undefined}
        aria-activedescendant={isOpen ? `${id}${state.active}` : undefined}
        aria-required={required || undefined}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={hints || undefined}
        // Otherwise Mantine closes the dialog around the field with the list.
        data-mantine-stop-propagation={isOpen || undefined}
        // Safari moves the focus away from a button that is pressed, which would close the list before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ detail }) => state.toggle(detail > 0)}
      >
        <span className="select-value" data-widest={findWidest(choices)}>
          <bdi>{chosen?.label ?? placeholder}</bdi>
        </span>
        <ChevronDownIcon size={14} strokeWidth={1.5} />
      </button>
      {isOpen && (
        <Choices
          id={id}
          state={state}
          value={value}
          label={label ?? button['aria-label']}
          hasSearch={choices.length > mostWithoutSearch}
        />
      )}
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      {error && (
        <p id={`${id}error`} className="select-error">
          {error}
        </p>
      )}
    </div>
  );
}

interface LabelProps extends Pick<Props, 'label' | 'required' | 'description'> {
  readonly id: string;
  readonly trigger: SelectState['trigger'];
}

function FieldLabel({ id, label, required, description, trigger }: LabelProps) {
  return (
    <>
      {label !== undefined && (
        <label
          htmlFor={`${id}button`}
          // A label presses its button. The label of a list only focuses it.
          onClick={(event) => {
            event.preventDefault();
            trigger.current?.focus();
          }}
        >
          {label}
          {required && <i aria-hidden> *</i>}
        </label>
      )}
      {description && (
        <p id={`${id}description`} className="select-hint">
          {description}
        </p>
      )}
    </>
  );
}

/** The field keeps its width when another choice is taken. */
const findWidest = (choices: readonly Choice[]) =>
  choices.reduce((widest, { label }) => (label.length > widest.length ? label : widest), '');

interface ChoicesProps {
  readonly id: string;
  readonly state: SelectState;
  readonly value: string;
  readonly label: string | undefined;
  readonly hasSearch: boolean;
}

function Choices({ id, state, value, label, hasSearch }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  const { shown, active, trigger } = state;
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // In the top layer, neither a dialog nor a table cuts the list off.
    if ('popover' in element) element.showPopover();
    element.querySelector('input')?.focus();
    // The field moves with the page and with the opening of a dialog.
    let frame = 0;
    const follow = () => {
      if (trigger.current) placeList(element, trigger.current);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, []);
  useLayoutEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} popover="manual" className="menu select-list">
      {hasSearch && (
        <span className="select-search">
          <SearchIcon size={14} strokeWidth={1.5} />
          <input
            className="field"
            role="combobox"
            aria-label={words.searchChoices}
            aria-expanded
            aria-controls={`${id}list`}
            aria-activedescendant={shown.length > 0 ? `${id}${active}` : undefined}
            autoComplete="off"
            data-mantine-stop-propagation
            value={state.search}
            onChange={(event) => state.setSearch(event.currentTarget.value)}
          />
        </span>
      )}
      <ul id={`${id}list`} role="listbox" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
        {shown.map((choice, index) => (
          <li
            key={choice.value}
            id={`${id}${index}`}
            role="option"
            data-value={choice.value}
            aria-selected={choice.value === value}
            data-active={index === active || undefined}
            onPointerMove={() => state.setActive(index)}
            onClick={() => state.choose(index)}
          >
            <bdi>{choice.label}</bdi>
            {choice.value === value && <CheckIcon size={14} strokeWidth={1.5} />}
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="meta t3 menu-label">{words.noChoice}</p>}
      {state.hidden > 0 && <p className="meta t3 menu-label">{words.moreChoices(state.hidden)}</p>}
    </div>
  );
}

const gap = 4;
const edge = 8;
const mostHeight = 360;

/** Puts the list below its button, or above it where there is more room. */
function placeList(list: HTMLElement, trigger: HTMLElement): void {
  const { top, bottom, left, width } = trigger.getBoundingClientRect();
  const room = { below: window.innerHeight - bottom - gap - edge, above: top - gap - edge };
  const wanted = Math.min(mostHeight, list.scrollHeight);
  const isBelow = room.below >= wanted || room.below >= room.above;
  const mostLeft = document.documentElement.clientWidth - list.offsetWidth - edge;
  Object.assign(list.style, {
    minWidth: `${width}px`,
    maxHeight: `${Math.min(mostHeight, isBelow ? room.below : room.above)}px`,
    top: isBelow ? `${bottom + gap}px` : 'auto',
    bottom: isBelow ? 'auto' : `${window.innerHeight - top + gap}px`,
    left: `${Math.max(edge, Math.min(left, mostLeft))}px`,
  });
}
