/** The focused element, or the button of the menu that contains it, because the menu closes. */
export function focusedControl(): HTMLElement | undefined {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const control = menuButton ? document.getElementById(menuButton) : focused
  return control instanceof HTMLElement ? control : undefined
}
