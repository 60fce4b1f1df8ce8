import { useContext, useMemo, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { valueAt } from '../../lib/json/json-path.ts'
import { Notice, Switch } from '../../ui/index.ts'
import { pathKey } from '../form-store.ts'
import { formTexts } from '../messages.ts'
import type { FormNode, ObjectNode } from '../model.ts'
import { FilterContext, type NodeFieldProps, useContainsTarget, useField, useFormPart } from '../use-field.ts'
import { emptyValue, initialValue } from '../values.ts'
import styles from './object.module.css'
import { ObjectBody } from './object-body.tsx'
import { isOn, SwitchNodeField } from './switch-field.tsx'

/**
 * A group of fields. Its own `enable` field is in the title and hides the rest while it is off. An optional group with
 * required fields, or that enables something, has a switch to add it.
 */
export function ObjectField({ node, path, isBare = false }: NodeFieldProps & { readonly node: ObjectNode }) {
  const locale = useLocale()
  const enable = node.fields.find(({ key, kind }) => key === 'enable' && kind === 'switch')
  const isAbsent = useFormPart((state) => valueAt(state.value, path) === undefined)
  const isOptional = !node.required && initialValue(node) === undefined
  const isEnabled = useFormPart((state) => {
    const value = enable && valueAt(state.value, [...path, enable.key])
    return !enable || isOn(value ?? enable.default)
  })
  // Search results are shown even if the group is off.
  const isSearched = useContext(FilterContext) !== undefined
  // The searched field stays visible.
  const isTarget = useContainsTarget([{ path }])
  const [wasTarget, setWasTarget] = useState(isTarget)
  if (isTarget && !wasTarget) setWasTarget(true)
  const isShown = (isEnabled || isSearched || wasTarget) && !(isOptional && isAbsent)
  const cells = useMemo(() => {
    const rest = node.fields.filter((field) => field !== enable)
    return rest.map((field) => ({ node: field, path: [...path, field.key] }))
  }, [node.fields, enable, path])
  if (isBare && !enable && !isOptional) return <ObjectBody cells={cells} />
  return (
    <fieldset className={isBare ? styles.bare : styles.group}>
      {!isBare && (
        <legend className={styles.legend}>
          <span className={styles.title}>{node.label[locale]}</span>
          {isOptional && <ConfigureSwitch node={node} path={path} />}
        </legend>
      )}
      {isBare && isOptional && <ConfigureSwitch node={node} path={path} />}
      <GroupNote node={node} path={path} isBare={isBare} />
      {enable && !(isOptional && isAbsent) && <EnableSwitch node={enable} path={path} />}
      {isShown && <ObjectBody cells={cells} title={isBare ? undefined : node.label[locale]} />}
    </fieldset>
  )
}

/** Help, lock and error of the group. */
function GroupNote(props: NodeFieldProps) {
  const { frame } = useField(props)
  return (
    <>
      {(frame.help || frame.description) && (
        <p className={styles.note}>
          {frame.help} {frame.description}
        </p>
      )}
      {frame.error && (
        <div role="alert">
          <Notice tone="red">{frame.error}</Notice>
        </div>
      )}
    </>
  )
}

function EnableSwitch({ node, path }: { readonly node: FormNode; readonly path: NodeFieldProps['path'] }) {
  const own = useMemo(() => [...path, node.key], [path, node.key])
  return (
    <div className={styles.enable} data-path={pathKey(own)}>
      <SwitchNodeField node={node} path={own} />
    </div>
  )
}

function ConfigureSwitch({ node, path }: { readonly node: ObjectNode; readonly path: NodeFieldProps['path'] }) {
  const { value, set, isDisabled } = useField({ node, path })
  const texts = useMessages(formTexts)
  const locale = useLocale()
  return (
    <Switch
      label={node.optIn ? texts.enable(node.label[locale]) : texts.configure}
      checked={value !== undefined}
      onChange={(on) => set(on ? emptyValue(node) : undefined)}
      disabled={isDisabled}
    />
  )
}
