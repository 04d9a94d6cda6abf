import '@mantine/dates/styles.css';
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { formTexts as words } from '../texts/form';
import { CalendarIcon } from './icons';
import { formatTypedDay, readTypedDay } from './typed-day';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** `YYYY-MM-DD`, with `hasTime` `YYYY-MM-DDTHH:mm`, or empty. */
  readonly value?: string;
  readonly hasTime?: boolean;
  /** Receives the day, or the text as typed while it is no day. */
  onChange(value: string): void;
  /** Receives a day that was chosen in the calendar, after `onChange`. */
  onChosen?(value: string): void;
}

/** Shows a field for a day, to type or to choose in a calendar. */
export function DayField({ value = '', hasTime = false, onChange, onChosen, onBlur, error, ...props }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const isWrong = !isTyping && readTypedDay(draft ?? value, hasTime) === null;
  const type = (text: string) => {
    setDraft(text);
    setTyping(true);
    onChange(readTypedDay(text, hasTime) ?? text);
  };
  const choose = (day: string | null) => {
    const time = hasTime ? `T${value.split('T')[1] ?? '00:00'}` : '';
    setDraft(null);
    setOpen(false);
    if (day === null) return;
    onChange(`${day.slice(0, 10)}${time}`);
    onChosen?.(`${day.slice(0, 10)}${time}`);
  };
  return (
    <TextInput
      placeholder={hasTime ? words.timeExample : words.dayExample}
      autoComplete="off"
      {...props}
      value={draft ?? formatTypedDay(value)}
      error={error ?? (isWrong ? (hasTime ? words.noTime : words.noDay) : null)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        setTyping(false);
        // What is no day stays, so that it can be corrected.
        if (readTypedDay(draft ?? '', hasTime) !== null) setDraft(null);
        onBlur?.(event);
      }}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus withinPortal position="bottom-end">
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              disabled={props.disabled}
              aria-label={words.calendarOf(typeof props.label === 'string' ? props.label : (props['aria-label'] ?? ''))}
              onClick={() => setOpen(!isOpen)}
            >
              <CalendarIcon size={14} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={words.calendar}>
            <Calendar value={value} choose={choose} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

function Calendar({ value, choose }: { value: string; choose: (day: string | null) => void }) {
  const day = readTypedDay(value, true)?.slice(0, 10) || null;
  const focused = day ?? new Date().toISOString().slice(0, 10);
  return (
    <DatePicker
      value={day}
      defaultDate={focused}
      hideOutsideDates
      weekendDays={[]}
      onChange={choose}
      // Escape closes the calendar, and leaves a dialog around it open.
      getDayProps={(shown) => ({
        'data-autofocus': shown === focused || undefined,
        'data-mantine-stop-propagation': true,
      })}
      ariaLabels={{ previousMonth: words.previousMonth, nextMonth: words.nextMonth }}
    />
  );
}
