import { expect, test } from 'vitest'
import * as z from 'zod'
import type { EndpointShape } from '../endpoint.ts'
import { api, endpoints } from './index.ts'

const all = Object.entries<EndpointShape>(api)

test('the flat list contains every endpoint of every resource once', () => {
  const grouped = Object.values(endpoints).flatMap((group) => Object.keys(group))
  expect(grouped.length).toBeGreaterThan(40)
  expect(Object.keys(api).sort()).toEqual(grouped.sort())
})

test('no two endpoints share method and path', () => {
  const places = all.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(places).size).toBe(places.length)
})

test.each(all)('%s declares exactly the parameters of its path', (_, { path, params }) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const declared = params instanceof z.ZodObject ? Object.keys(params.shape) : []
  expect(declared).toEqual(inPath)
})
