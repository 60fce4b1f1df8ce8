import { defineMessages } from '../../i18n/index.ts'

export const diffMessages = defineMessages({
  en: {
    layout: 'Layout',
    split: 'Side by side',
    inline: 'One column',
    same: 'No differences',
    added: 'added',
    removed: 'removed',
    showUnchanged: (count: number) => (count === 1 ? 'Show 1 unchanged line' : `Show ${count} unchanged lines`),
    counts: (added: number, removed: number) => `${added} added, ${removed} removed`,
    caption: (before: string, after: string) => `Differences between ${before} and ${after}`,
  },
  zh: {
    layout: '布局',
    split: '并排',
    inline: '单栏',
    same: '没有差异',
    added: '新增',
    removed: '删除',
    showUnchanged: (count) => `显示 ${count} 行未更改的内容`,
    counts: (added, removed) => `新增 ${added} 行，删除 ${removed} 行`,
    caption: (before, after) => `${before}与${after}的差异`,
  },
})
