import type { Text } from '@mqdeck/contract'
import type { Value } from '@mqdeck/kit/json'
import { fail, integer, number } from './arguments.ts'
import { defineFamily, type SqlFunction } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { areEqual } from './values.ts'

type Example = readonly [expression: string, is: Value]

/** Defines a function of one number that returns a float. Fails outside of its domain. */
const ofFloat = (name: string, help: Text, run: (x: number) => number, example: Example): SqlFunction =>
  sqlFunction({ name, takes: 'x', help, examples: [example], run: (args) => finite(run(number(args, 0))) })

/** Defines a function that rounds a float to an integer. Integers are unchanged. */
const toWhole = (name: string, help: Text, run: (x: number) => number, examples: readonly Example[]): SqlFunction =>
  sqlFunction({
    name,
    takes: 'x',
    help,
    examples,
    run: (args) => {
      const [value] = args
      return typeof value === 'bigint' ? value : whole(run(number(args, 0)))
    },
  })

const ofIntegers = (name: string, help: Text, run: (x: bigint, y: bigint) => bigint, example: Example): SqlFunction =>
  sqlFunction({
    name,
    takes: 'x, y',
    help,
    examples: [example],
    run: (args) => {
      const divisor = integer(args, 1)
      return divisor === 0n ? fail('division by zero') : run(integer(args, 0), divisor)
    },
  })

const finite = (value: number) => (Number.isFinite(value) ? value : fail('the result is not a finite number'))
const whole = (value: number) => BigInt(finite(value))

/** Rounds halves away from zero, as Erlang does. */
const round = (value: number) => (value < 0 ? -Math.round(-value) : Math.round(value))

export const math = defineFamily({
  id: 'math',
  title: { en: 'Mathematics', zh: '数学运算' },
  functions: [
    sqlFunction({
      name: 'abs',
      takes: 'x',
      help: { en: 'Absolute value of a number.', zh: '数字的绝对值。' },
      examples: [
        ['abs(-12)', 12n],
        ['abs(-1.2)', 1.2],
      ],
      run: (args) => {
        const [value] = args
        if (typeof value === 'bigint') return value < 0n ? -value : value
        return Math.abs(number(args, 0))
      },
    }),
    ofFloat('cos', { en: 'Cosine of an angle in radians.', zh: '弧度角的余弦值。' }, Math.cos, ['cos(0)', 1]),
    ofFloat('cosh', { en: 'Hyperbolic cosine.', zh: '双曲余弦值。' }, Math.cosh, ['cosh(0)', 1]),
    ofFloat(
      'acos',
      { en: 'Arc cosine in radians of a number from -1 to 1.', zh: '反余弦值（弧度），参数范围为 -1 到 1。' },
      Math.acos,
      ['acos(0.5)', 1.0471975511965979],
    ),
    ofFloat(
      'acosh',
      { en: 'Inverse hyperbolic cosine of a number of 1 or greater.', zh: '反双曲余弦值，参数不小于 1。' },
      Math.acosh,
      ['acosh(1)', 0],
    ),
    ofFloat('sin', { en: 'Sine of an angle in radians.', zh: '弧度角的正弦值。' }, Math.sin, ['sin(0)', 0]),
    ofFloat('sinh', { en: 'Hyperbolic sine.', zh: '双曲正弦值。' }, Math.sinh, ['sinh(0)', 0]),
    ofFloat(
      'asin',
      { en: 'Arc sine in radians of a number from -1 to 1.', zh: '反正弦值（弧度），参数范围为 -1 到 1。' },
      Math.asin,
      ['asin(0)', 0],
    ),
    ofFloat('asinh', { en: 'Inverse hyperbolic sine.', zh: '反双曲正弦值。' }, Math.asinh, ['asinh(0)', 0]),
    ofFloat('tan', { en: 'Tangent of an angle in radians.', zh: '弧度角的正切值。' }, Math.tan, ['tan(0)', 0]),
    ofFloat('tanh', { en: 'Hyperbolic tangent.', zh: '双曲正切值。' }, Math.tanh, ['tanh(0)', 0]),
    ofFloat('atan', { en: 'Arc tangent in radians.', zh: '反正切值（弧度）。' }, Math.atan, [
      'atan(1)',
      0.7853981633974483,
    ]),
    ofFloat(
      'atanh',
      { en: 'Inverse hyperbolic tangent of a number between -1 and 1.', zh: '反双曲正切值，参数在 -1 与 1 之间。' },
      Math.atanh,
      ['atanh(0)', 0],
    ),
    toWhole('ceil', { en: 'Rounds up to the nearest integer.', zh: '向上取整。' }, Math.ceil, [
      ['ceil(0.8)', 1n],
      ['ceil(-0.8)', 0n],
    ]),
    toWhole('floor', { en: 'Rounds down to the nearest integer.', zh: '向下取整。' }, Math.floor, [
      ['floor(3.6)', 3n],
      ['floor(-3.6)', -4n],
    ]),
    toWhole(
      'round',
      {
        en: 'Rounds to the nearest integer. Halves are rounded away from zero.',
        zh: '四舍五入为最接近的整数，.5 时远离零。',
      },
      round,
      [
        ['round(4.5)', 5n],
        ['round(-4.5)', -5n],
      ],
    ),
    ofFloat('exp', { en: 'e raised to the power of x.', zh: 'e 的 x 次幂。' }, Math.exp, ['exp(0)', 1]),
    sqlFunction({
      name: 'power',
      takes: 'x, y',
      help: { en: 'x raised to the power of y, as a float.', zh: 'x 的 y 次幂，结果为浮点数。' },
      examples: [['power(2, 3)', 8]],
      run: (args) => finite(number(args, 0) ** number(args, 1)),
    }),
    ofFloat('sqrt', { en: 'Square root of a number of 0 or greater.', zh: '非负数的平方根。' }, Math.sqrt, [
      'sqrt(9)',
      3,
    ]),
    sqlFunction({
      name: 'fmod',
      takes: 'x, y',
      help: {
        en: 'Floating-point remainder of x divided by y, with the sign of x.',
        zh: 'x 除以 y 的浮点余数，符号与 x 相同。',
      },
      examples: [['fmod(-6.5, 2)', -0.5]],
      run: (args) => finite(number(args, 0) % number(args, 1)),
    }),
    ofFloat('log', { en: 'Natural logarithm of a positive number.', zh: '正数的自然对数。' }, Math.log, ['log(1)', 0]),
    ofFloat('log10', { en: 'Logarithm to base 10.', zh: '以 10 为底的对数。' }, Math.log10, ['log10(100)', 2]),
    ofFloat('log2', { en: 'Logarithm to base 2.', zh: '以 2 为底的对数。' }, Math.log2, ['log2(8)', 3]),
    ofIntegers(
      'div',
      { en: 'Quotient of an integer division, without the fraction.', zh: '整数除法，舍去小数部分。' },
      (x, y) => x / y,
      ['div(-7, 2)', -3n],
    ),
    ofIntegers(
      'mod',
      { en: 'Remainder of an integer division, with the sign of x.', zh: '整数取余，符号与 x 相同。' },
      (x, y) => x % y,
      ['mod(-7, 2)', -1n],
    ),
    sqlFunction({
      name: 'eq',
      takes: 'x, y',
      help: {
        en: 'True if two values are equal. An integer and a float with the same value are equal.',
        zh: '两个值相等时返回 true。整数与大小相同的浮点数视为相等。',
      },
      examples: [
        ['eq(1, 1.0)', true],
        [`eq('a', 'b')`, false],
      ],
      run: ([x, y]) => areEqual(x, y),
    }),
  ],
})
