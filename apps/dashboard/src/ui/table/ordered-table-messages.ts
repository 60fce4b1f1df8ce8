import { defineMessages } from '../../i18n/index.ts'

export const orderedTableMessages = defineMessages({
  en: {
    position: 'Position',
    move: (name: string) => `Move ${name}: drag or use the arrow keys`,
    moved: (name: string, position: number, count: number) => `${name} is now at position ${position} of ${count}`,
    moveUp: 'Move up',
    moveDown: 'Move down',
  },
  zh: {
    position: '位置',
    move: (name) => `移动${name}：拖动或按方向键`,
    moved: (name, position, count) => `${name}现在位于第 ${position} 位，共 ${count} 位`,
    moveUp: '上移',
    moveDown: '下移',
  },
})
