import type { ComponentProps, ReactNode } from 'react';
import type { Icon } from './icons';

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  readonly label: ReactNode;
  readonly icon?: Icon;
  /** Further classes of `btn` in app.css, for example `sm` or `ghost sm`. */
  readonly look?: string;
}

/** Shows a button in the style of app.css, also on pages without Mantine. Children follow the label. */
export function PlainButton({ label, icon: Sign, look = '', children, ...props }: Props) {
  return (
    <button type="button" {...props} className={`btn ${look}`}>
      {Sign && <Sign size={14} />}
      {label}
      {children && <> {children}</>}
    </button>
  );
}

interface IconProps extends Omit<Props, 'label' | 'icon' | 'children'> {
  /** Accessible name. */
  readonly label: string;
  readonly icon: Icon;
}

export function IconButton({ label, look = '', ...props }: IconProps) {
  return <PlainButton {...props} look={`icon ${look}`} aria-label={label} label={null} />;
}
