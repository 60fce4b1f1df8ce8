import { defineMessages } from '../../i18n/index.ts'

/** What the pages with a list share. */
export const listMessages = defineMessages({
  en: {
    saved: 'Updated successfully',
    refused: 'The broker refused this',
    row: (number: number) => `Row ${number}:`,
    changedOutside:
      'Somebody else has saved another list meanwhile, and yours has not been saved. Saving it now replaces theirs; discard your changes to continue with theirs.',
    reviewTitle: 'Review the changes',
    before: 'Before',
    after: 'After',
    back: 'Back to the list',
    remove: 'Delete',
    apply: 'Apply',
    count: (count: string, most: number) => `${count} of at most ${most}`,
  },
  zh: {
    saved: '已保存并生效。',
    refused: '服务端拒绝了此配置',
    row: (number) => `第 ${number} 行：`,
    changedOutside:
      '其他人在此期间保存了不同的列表，你的更改尚未保存。现在保存将覆盖对方的列表；放弃更改则继续使用对方的列表。',
    reviewTitle: '查看更改',
    before: '更改前',
    after: '更改后',
    back: '返回列表',
    remove: '删除',
    apply: '确定',
    count: (count, most) => `${count} 条，最多 ${most} 条`,
  },
})
