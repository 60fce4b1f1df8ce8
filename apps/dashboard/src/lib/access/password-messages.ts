import { defineMessages } from '../../i18n/index.ts'

/** Texts of every form in which a password of a dashboard user or a built-in user is set. */
export const passwordMessages = defineMessages({
  en: {
    newPassword: 'New password',
    repeat: 'Repeat the new password',
    policy: '8 to 64 ASCII characters, including at least two of letters, digits and symbols.',
    faults: {
      required: 'Password is required',
      policy: 'Use 8 to 64 ASCII characters, including at least two of letters, digits and symbols.',
      same: 'The new and old passwords cannot be the same',
    },
    mismatch: "Two inputs don't match!",
  },
  zh: {
    newPassword: '新密码',
    repeat: '确认新密码',
    policy: '8 至 64 个 ASCII 字符，须包含字母、数字、符号中的至少两种。',
    faults: {
      required: '密码为必填项',
      policy: '请使用 8 至 64 个 ASCII 字符，并包含字母、数字、符号中的至少两种。',
      same: '新密码不能与旧密码相同',
    },
    mismatch: '两次输入不一致！',
  },
})
