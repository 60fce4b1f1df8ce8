// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRulesCheck } from './form-parts.ts'

test('ACL rules with a syntax error are rejected before they are reviewed or sent', async () => {
  const { result } = renderHook(() => useRulesCheck())
  const faultsOf = (rules: string) => result.current({ type: 'file', rules })
  await waitFor(() => expect(faultsOf('{allow, all}.\n{deny')).toHaveLength(1))
  expect(faultsOf('{allow, all}.\n{deny')[0]).toMatchObject({ path: ['rules'], text: { en: /^Line 2, / } })
  expect(faultsOf('{allow, all}.')).toEqual([])
  expect(result.current({ type: 'redis', rules: undefined })).toEqual([])
})
