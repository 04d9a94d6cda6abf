import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './keep-focus';

/** Shows a dialog in the middle of the page. Its end returns the focus to the element that opened it. */
export function Dialog(props: ModalProps) {
  const returnFocus = useFocusReturn(props.opened);
  return <Modal {...props} onExitTransitionEnd={returnFocus} centered />;
}
