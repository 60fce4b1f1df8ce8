/** What has the focus; a menu goes with the choice in it, its button stays. */
export function focusedControl(): HTMLElement | undefined {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const control = menuButton ? document.getElementById(menuButton) : focused
  return control instanceof HTMLElement ? control : undefined
}
