import { expect, test } from 'vitest'
import { placeOf } from './acl-place.ts'

test.each([
  ['', 'rule'],
  ['%% who\n', 'rule'],
  ['{allow, all}. ', 'rule'],
  ['{', 'permission'],
  ['{allow, ', 'who'],
  ['{allow, {', 'condition'],
  ['{allow, {username, ', 'test'],
  ['{allow, {username, {', 'testWord'],
  ['{allow, {client_attr, ', undefined],
  ['{allow, {client_attr, "g", ', 'test'],
  ['{allow, {ipaddr, ', undefined],
  ["{allow, {'and', ", undefined],
  ["{allow, {'and', [", 'whoInList'],
  ["{allow, {'and', [{", 'condition'],
  ["{allow, {'or', [{user, \"a\"}, {'and', [", 'whoInList'],
  ['{allow, all, ', 'action'],
  ['{allow, {user, "a,{"}, ', 'action'],
  ['{allow, all, {', 'actionType'],
  ['{allow, all, {publish, [', 'option'],
  ['{allow, all, {publish, [{', 'optionName'],
  ['{allow, all, {publish, [{qos, ', undefined],
  ['{allow, all, {publish, [{qos, 1}, {retain, ', 'retain'],
  ['{allow, all, publish, ', 'topics'],
  ['{allow, all, publish, ["a", ', 'topic'],
  ['{allow, all, publish, [{', 'topicWord'],
  ['{allow, all, publish, ["a', undefined],
  ['{allow, % the fir', undefined],
  ['{allow, % the first\n', 'who'],
  // An unclosed rule does not affect the next one.
  ['{allow, all.\n{', 'permission'],
] as const)('after %j comes %s', (before, place) => {
  expect(placeOf(before)).toBe(place)
})
