export { createFormat, dash, type Format, useFormat } from './format.ts'
export { type Locale, locale, useLocale } from './locale.ts'
export { defineMessages, defineNames, plural, useMessages } from './messages.ts'
