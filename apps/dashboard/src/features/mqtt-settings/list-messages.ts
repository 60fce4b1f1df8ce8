import { defineMessages } from '../../i18n/index.ts'

/** Texts that the pages with a list share. */
export const listMessages = defineMessages({
  en: {
    saveFailed: 'Could not save the list',
    row: (number: number) => `Row ${number}:`,
    changedOutside:
      'Another user saved a different list in the meantime. Your changes are not saved. Save to replace their list, or discard your changes.',
    reviewTitle: 'Review changes',
    before: 'Before',
    after: 'After',
    back: 'Back to the list',
    count: (count: string, most: number) => `${count} of ${most} entries`,
  },
  zh: {
    saveFailed: '无法保存列表',
    row: (number) => `第 ${number} 行：`,
    changedOutside: '其他用户在此期间保存了不同的列表，你的更改尚未保存。保存将替换对方的列表，或放弃你的更改。',
    reviewTitle: '查看更改',
    before: '更改前',
    after: '更改后',
    back: '返回列表',
    count: (count, most) => `${count} 条，最多 ${most} 条`,
  },
})
