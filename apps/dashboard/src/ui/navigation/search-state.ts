import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'

/** Sets search parameters; `undefined` removes one. Each change creates a history entry unless `replace` is set. */
export type SetSearch<State> = (change: Partial<State>, options?: SetSearchOptions) => void

interface SetSearchOptions {
  readonly replace?: boolean
  /** Keeps the scroll position. */
  readonly keepScroll?: boolean
}

/** A function, where a page must not load zod: the first ones. It ignores what is invalid. */
export type SearchSchema<State extends object> = z.ZodType<State> | ((raw: Readonly<Record<string, unknown>>) => State)

/**
 * List state in the URL. Declare a default or a catch for every key, because anyone can write a URL: `z.object({
 * page: z.coerce.number().int().min(1).catch(1), conn_state: z.enum([...]).optional() })`. URL values are texts (a
 * repeated key is a list of texts), and default values are left out. Invalid values are ignored.
 */
export function useSearchState<State extends object>(schema: SearchSchema<State>): readonly [State, SetSearch<State>] {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => readSearch(schema, raw), [schema, raw])
  const set = useCallback<SetSearch<State>>(
    (change, { replace = false, keepScroll = false } = {}) => {
      const defaults = { ...readSearch(schema, {}) }
      const update = (previous: object) => withoutDefaults({ ...previous, ...change }, defaults)
      // The router's types have only the search parameters of its own routes; see toRouter in link.tsx.
      void navigate({ to: '.', search: update as never, replace, resetScroll: !keepScroll })
    },
    [schema, navigate],
  )
  return [state, set]
}

export function readSearch<State extends object>(
  schema: SearchSchema<State>,
  raw: Readonly<Record<string, unknown>>,
): State {
  if (typeof schema === 'function') return schema(raw)
  const whole = schema.safeParse(raw)
  if (whole.success) return whole.data
  const wrong = new Set(whole.error.issues.map(({ path }) => path[0]))
  return schema.parse(Object.fromEntries(Object.entries(raw).filter(([name]) => !wrong.has(name))))
}

function withoutDefaults(search: Readonly<Record<string, unknown>>, defaults: object): object {
  return Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => value !== undefined && value !== '' && String(value) !== String(Reflect.get(defaults, name)),
    ),
  )
}
