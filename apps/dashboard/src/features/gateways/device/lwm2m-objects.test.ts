import { expect, test } from 'vitest'
import { groupsOf, isPath, valuesOf } from './lwm2m-objects.ts'

const device = {
  objects: [
    {
      id: 3,
      name: 'Device',
      instances: [
        {
          id: 0,
          resources: [
            { id: 9, name: 'Battery Level', type: 'Integer', unit: '%', operations: 'R', value: 80 },
            { id: 0, name: 'Manufacturer', type: 'String', operations: 'R', observed: true },
            { id: 14, name: 'UTC Offset', type: 'String', operations: 'RW' },
          ],
        },
      ],
    },
  ],
}
const none = new Map<string, unknown>()

test('the listed resources are grouped by instance and sorted by path', () => {
  const [group, ...others] = groupsOf({ lwm2m: device }, none)
  expect(others).toEqual([])
  expect(group).toMatchObject({ path: '/3/0', name: 'Device' })
  expect(group?.resources.map(({ path, value, canWrite, isObserved }) => [path, value, canWrite, isObserved])).toEqual([
    ['/3/0/0', undefined, false, true],
    ['/3/0/9', 80, false, false],
    ['/3/0/14', undefined, true, false],
  ])
})

test('a reply replaces the listed value, and replies of other resources are added', () => {
  const groups = groupsOf(
    { lwm2m: device },
    new Map<string, unknown>([
      ['/3/0/9', 75],
      ['/6/0/1', '2.35'],
    ]),
  )
  expect(groups.map(({ path }) => path)).toEqual(['/3/0', '/6/0'])
  expect(groups[0]?.resources[1]).toMatchObject({ name: 'Battery Level', value: 75 })
  expect(groups[1]?.resources[0]).toMatchObject({ path: '/6/0/1', name: undefined, value: '2.35' })
})

test('without the field only replies are shown', () => {
  expect(groupsOf({}, none)).toEqual([])
  expect(groupsOf({ lwm2m: 'x' }, new Map([['/3/0', 'a']])).map(({ path }) => path)).toEqual(['/3/0'])
})

test('the values of a reply are read by path, and a single value belongs to the path that was asked for', () => {
  expect(valuesOf('/3/0', [{ path: '/3/0/0', value: 'x' }, 1])).toEqual([['/3/0/0', 'x']])
  expect(valuesOf('/3/0/0', 'x')).toEqual([['/3/0/0', 'x']])
  expect(valuesOf('/3/0/0', undefined)).toEqual([])
})

test.each([
  ['/3', true],
  ['/3/0/0', true],
  ['/3/0/6/1', true],
  ['3/0', false],
  ['/', false],
  ['/3/x', false],
])('%s as a path: %s', (path, isValid) => {
  expect(isPath(path)).toBe(isValid)
})
