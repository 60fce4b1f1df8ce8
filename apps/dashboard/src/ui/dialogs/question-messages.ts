import { defineMessages } from '../../i18n/index.ts'

export const questionMessages = defineMessages({
  en: {
    leaveQuestion: 'Leave without saving?',
    leaveNote: 'Your changes on this page will be lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  zh: {
    leaveQuestion: '不保存就离开？',
    leaveNote: '此页面上的更改将丢失。',
    leave: '离开',
    stay: '留下',
  },
})
