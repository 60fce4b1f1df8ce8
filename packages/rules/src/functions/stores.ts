import { encodeJson, type Value } from '@mqdeck/kit/json'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'

export const stores = defineFamily({
  id: 'stores',
  title: { en: 'Key-value stores', zh: '键值存储' },
  functions: [
    sqlFunction({
      name: 'kv_store_put',
      takes: 'key, value',
      help: {
        en: 'Stores a value on this node for all rules until the node stops. Returns true.',
        zh: '在本节点保存键值，供所有规则使用，节点停止后丢失；始终返回 true。',
      },
      examples: [[`kv_store_put('k', 1)`, true]],
      run: ([key, value], { store }) => {
        store.set(keyText(key), value)
        return true
      },
    }),
    sqlFunction({
      name: 'kv_store_get',
      takes: 'key, default?',
      help: {
        en: 'Value stored under a key on this node. Returns the default, or undefined, if it does not exist.',
        zh: '取本节点保存的键值；不存在时返回默认值或 undefined。',
      },
      examples: [[`kv_store_get('never put', 0)`, 0n]],
      run: ([key, otherwise], { store }) => (store.has(keyText(key)) ? store.get(keyText(key)) : otherwise),
    }),
    sqlFunction({
      name: 'kv_store_del',
      takes: 'key',
      help: {
        en: 'Deletes the value stored under a key on this node. Returns true.',
        zh: '删除本节点保存的键值；始终返回 true。',
      },
      examples: [[`kv_store_del('k')`, true]],
      run: ([key], { store }) => {
        store.delete(keyText(key))
        return true
      },
    }),
    sqlFunction({
      name: 'proc_dict_put',
      takes: 'key, value',
      help: {
        en: 'Stores a value for the current run of the rule. Returns the previous value.',
        zh: '在本次规则执行期间保存键值，返回之前的值。',
      },
      examples: [[`is_null(proc_dict_put('k', 1))`, true]],
      run: ([key, value], { scratch }) => {
        const before = scratch.get(keyText(key))
        scratch.set(keyText(key), value)
        return before
      },
    }),
    sqlFunction({
      name: 'proc_dict_get',
      takes: 'key',
      help: { en: 'Value stored under a key in the current run of the rule.', zh: '取本次规则执行期间保存的值。' },
      examples: [[`is_null(proc_dict_get('never put'))`, true]],
      run: ([key], { scratch }) => scratch.get(keyText(key)),
    }),
    sqlFunction({
      name: 'proc_dict_del',
      takes: 'key',
      help: {
        en: 'Deletes the value stored under a key in the current run of the rule. Returns the deleted value.',
        zh: '删除本次规则执行期间保存的值，并返回该值。',
      },
      examples: [[`is_null(proc_dict_del('never put'))`, true]],
      run: ([key], { scratch }) => {
        const before = scratch.get(keyText(key))
        scratch.delete(keyText(key))
        return before
      },
    }),
  ],
})

/** Prefixes other types, so that the key 1 differs from the key '1'. */
const keyText = (key: Value) => (typeof key === 'string' ? key : `\0${encodeJson(key)}`)
