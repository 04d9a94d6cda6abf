import { TextInput } from '@mantine/core';
import { PlusIcon, XIcon } from './icons';
import { useState, type FormEvent, type ReactNode } from 'react';
import { DayField } from './day-field';
import { Select } from './select';
import { readTypedDay } from './typed-day';
import { Menu, MenuItem } from './menu';
import { useUrlFilters } from './use-url-filters';
import { commonTexts as words } from '../texts/common';

export interface FilterField {
  /** Name in the URL. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'date';
  /** Placeholder of the empty field. */
  readonly hint?: string;
  /** Whether a text can be a filter. Other texts are refused with the hint. */
  isReadable?(text: string): boolean;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** Shows filters as chips. The URL stores each of them. */
export function FilterBar({
  fields,
  wraps = false,
  children,
  end,
}: {
  fields: readonly FilterField[];
  /** Whether the row takes several lines on phones. Default: it scrolls sideways. */
  wraps?: boolean;
  children?: ReactNode;
  end?: ReactNode;
}) {
  const { params, change } = useUrlFilters();
  const [adding, setAdding] = useState<FilterField | null>(null);
  return (
    <div className={wraps ? 'filters wraps' : 'filters'} role="group" aria-label={words.filters}>
      {children}
      {fields.map((field) => {
        const value = params.get(field.name);
        if (!value || field.isReadable?.(value) === false) return null;
        const shown = field.choices?.find((choice) => choice.value === value)?.label ?? value;
        return (
          <span key={field.name} className="chip">
            <i>
              {field.label} {words.is}
            </i>{' '}
            <b dir="auto" title={shown}>
              {shown}
            </b>
            <button
              type="button"
              className="x"
              aria-label={words.removeFilterLabel(field.label)}
              onClick={() => change({ [field.name]: null })}
            >
              <XIcon size={12} />
            </button>
          </span>
        );
      })}
      {adding ? (
        <NewFilter
          key={adding.name}
          field={adding}
          onDone={(value) => {
            if (value) change({ [adding.name]: value });
            setAdding(null);
          }}
        />
      ) : (
        <Menu label={words.filter} className="chip add" icon={PlusIcon}>
          {fields.map((field) => (
            <MenuItem key={field.name} label={field.label} onClick={() => setAdding(field)} />
          ))}
        </Menu>
      )}
      <span className="grow" />
      {end}
    </div>
  );
}

function NewFilter({ field, onDone }: { field: FilterField; onDone: (value: string | null) => void }) {
  const [value, setValue] = useState('');
  const [isRefused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() && field.isReadable?.(value.trim()) === false) return setRefused(true);
    if (field.type !== 'date' || readTypedDay(value) !== null) onDone(value.trim());
  };
  return (
    <form onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onDone(null)}>
      {field.choices ? (
        <Select
          aria-label={field.label}
          placeholder={field.label}
          autoFocus
          isOpenAtFirst
          choices={field.choices}
          value={value}
          onChange={onDone}
        />
      ) : field.type === 'date' ? (
        <DayField aria-label={field.label} autoFocus value={value} onChange={setValue} onChosen={onDone} />
      ) : (
        <TextInput
          aria-label={field.label}
          placeholder={field.hint ?? words.labelThenEnter(field.label)}
          autoFocus
          value={value}
          error={isRefused && field.hint}
          onChange={(event) => {
            setRefused(false);
            setValue(event.currentTarget.value);
          }}
        />
      )}
    </form>
  );
}
