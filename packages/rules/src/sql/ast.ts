import type { Text } from '@mqdeck/contract'

/** Position in the text in UTF-16 units, excluding `to`. Every node has one. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A problem of a statement. `line` and `column` start at 1. */
export interface SqlProblem extends Span {
  readonly line: number
  readonly column: number
  readonly message: Text
}

/** A step of a path. Indexes start at 1, negative ones count from the end. `head` and `tail` are `[0]` and `[-0]`. */
export type Segment = KeySegment | IndexSegment
export interface KeySegment extends Span {
  readonly kind: 'key'
  readonly name: string
}
export interface IndexSegment extends Span {
  readonly kind: 'index'
  readonly at: number | 'head' | 'tail' | PathExpression
}

/** Such as `payload.sensors[1].name`. The first segment is always a key. */
export interface PathExpression extends Span {
  readonly kind: 'path'
  readonly segments: readonly [KeySegment, ...Segment[]]
}

export interface LiteralExpression extends Span {
  readonly kind: 'literal'
  readonly value: string | bigint | number | boolean
}

/** Such as `[1..3]`. */
export interface RangeExpression extends Span {
  readonly kind: 'range'
  readonly first: number
  readonly last: number
}

/** Such as `payload.list[2..-1]`. */
export interface SliceExpression extends Span {
  readonly kind: 'slice'
  readonly of: PathExpression
  readonly first: number
  readonly last: number
}

export interface ListExpression extends Span {
  readonly kind: 'list'
  readonly items: readonly Expression[]
}

export interface SignExpression extends Span {
  readonly kind: 'sign'
  readonly operator: '+' | '-'
  readonly operand: Expression
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | 'div' | 'mod'
export interface ArithmeticExpression extends Span {
  readonly kind: 'arithmetic'
  readonly operator: ArithmeticOperator
  readonly left: Expression
  readonly right: Expression
}

export type ComparisonOperator = '=' | '!=' | '<>' | '<' | '<=' | '>' | '>=' | '=~'
export interface ComparisonExpression extends Span {
  readonly kind: 'comparison'
  readonly operator: ComparisonOperator
  readonly left: Expression
  readonly right: Expression
}

/** One node for a whole chain of ANDs or ORs, so that long chains are not deep. */
export interface LogicExpression extends Span {
  readonly kind: 'logic'
  readonly operator: 'and' | 'or'
  readonly operands: readonly Expression[]
}

export interface NotExpression extends Span {
  readonly kind: 'not'
  readonly operand: Expression
}

export interface InExpression extends Span {
  readonly kind: 'in'
  readonly details: Expression
  readonly choices: readonly Expression[]
  readonly isNegated: boolean
}

export interface CaseBranch extends Span {
  readonly when: Expression
  readonly result: Expression
}
export interface CaseExpression extends Span {
  readonly kind: 'case'
  readonly details: Expression | undefined
  readonly branches: readonly CaseBranch[]
  readonly otherwise: Expression | undefined
}

export interface CallExpression extends Span {
  readonly kind: 'call'
  readonly name: string
  /** Position of the name only. */
  readonly nameSpan: Span
  readonly args: readonly Expression[]
}

/** Placeholder for a missing expression in an incomplete statement. */
export interface MissingExpression extends Span {
  readonly kind: 'missing'
}

export type Expression =
  | PathExpression
  | LiteralExpression
  | RangeExpression
  | SliceExpression
  | ListExpression
  | SignExpression
  | ArithmeticExpression
  | ComparisonExpression
  | LogicExpression
  | NotExpression
  | InExpression
  | CaseExpression
  | CallExpression
  | MissingExpression

/** `*`. */
export interface AllFields extends Span {
  readonly kind: 'all'
}
export interface ExpressionField extends Span {
  readonly kind: 'field'
  readonly expression: Expression
  readonly alias: PathExpression | undefined
}
export type Field = AllFields | ExpressionField

/** An input in FROM: a topic filter, `$events/...` or `$bridges/type:name`. `text` is without quotes. */
export interface Source extends Span {
  readonly kind: 'topic' | 'event' | 'bridge'
  readonly text: string
}

interface AnyStatement extends Span {
  /** The parsed text, to calculate line numbers. */
  readonly text: string
  readonly sources: readonly Source[]
  readonly where: Expression | undefined
}
export interface SelectStatement extends AnyStatement {
  readonly kind: 'select'
  readonly fields: readonly Field[]
}
export interface ForeachStatement extends AnyStatement {
  readonly kind: 'foreach'
  /** The last field is the list. Its alias, or `item`, is the name of each item. */
  readonly fields: readonly ExpressionField[]
  readonly do: readonly Field[] | undefined
  readonly incase: Expression | undefined
}
export type Statement = SelectStatement | ForeachStatement
