import { isSame } from '../sql/compare.ts'
import { count, fail, list } from './arguments.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'

const anArray = `json_decode('[1, 2, 3, 4]')`

export const arrays = defineFamily({
  id: 'arrays',
  title: { en: 'Arrays', zh: '数组操作' },
  functions: [
    sqlFunction({
      name: 'nth',
      takes: 'n, array',
      help: { en: 'The nth item of the array, counted from 1.', zh: '数组的第 n 个元素（从 1 开始）。' },
      examples: [[`nth(2, ${anArray})`, 2n]],
      run: (args) => {
        const [n, items] = [count(args, 0), list(args, 1)]
        return n >= 1 && n <= items.length
          ? items[n - 1]
          : fail(`item ${n} does not exist, the array has ${items.length} items`)
      },
    }),
    sqlFunction({
      name: 'length',
      takes: 'array',
      help: { en: 'Number of items in the array.', zh: '数组的元素个数。' },
      examples: [[`length(${anArray})`, 4n]],
      run: (args) => BigInt(list(args, 0).length),
    }),
    sqlFunction({
      name: 'sublist',
      takes: 'start_or_length, length_or_array, array?',
      help: {
        en: 'Part of an array. sublist(length, array) returns the first items, sublist(start, length, array) the items from start, counted from 1.',
        zh: '截取数组：sublist(长度, 数组) 取开头若干元素，sublist(起始, 长度, 数组) 从起始位置（从 1 开始）截取。',
      },
      examples: [
        [`sublist(2, ${anArray})`, [1n, 2n]],
        [`sublist(2, 2, ${anArray})`, [2n, 3n]],
      ],
      run: (args) => {
        const hasStart = args.length > 2
        const start = hasStart ? count(args, 0) : 1
        const length = count(args, hasStart ? 1 : 0)
        const items = list(args, hasStart ? 2 : 1)
        if (length < 0) return fail('the length is negative')
        return start >= 1 ? items.slice(start - 1, start - 1 + length) : fail('start must be 1 or greater')
      },
    }),
    sqlFunction({
      name: 'first',
      takes: 'array',
      help: { en: 'The first item of the array.', zh: '数组的首个元素。' },
      examples: [[`first(${anArray})`, 1n]],
      run: (args) => {
        const items = list(args, 0)
        return items.length > 0 ? items[0] : fail('the array is empty')
      },
    }),
    sqlFunction({
      name: 'last',
      takes: 'array',
      help: { en: 'The last item of the array.', zh: '数组的最后一个元素。' },
      examples: [[`last(${anArray})`, 4n]],
      run: (args) => {
        const items = list(args, 0)
        return items.length > 0 ? items.at(-1) : fail('the array is empty')
      },
    }),
    sqlFunction({
      name: 'contains',
      takes: 'value, array',
      help: {
        en: 'True if the array contains the value. The integer 1 and the float 1.0 are different values.',
        zh: '数组包含该值时返回 true。整数 1 与浮点数 1.0 是不同的值。',
      },
      examples: [
        [`contains(2, ${anArray})`, true],
        [`contains('x', ${anArray})`, false],
      ],
      run: (args) => list(args, 1).some((item) => isSame(item, args[0])),
    }),
  ],
})
