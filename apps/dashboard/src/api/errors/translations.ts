// One file for the browser.
export { translateReason } from './reasons.ts'
export { translateMessage } from './server-messages.ts'
