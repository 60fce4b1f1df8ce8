/**
 * Forms from EMQX's schemas.
 *
 * ```tsx
 * const form = useSchemaForm({ document: hotconf, component: 'emqx.mqtt', mode: 'edit', value: zone.mqtt })
 * return <SchemaForm form={form} groups={groups} confirmDiff onSave={(mqtt) => save.run({ mqtt })} />
 * ```
 */
export type { FormGroup } from './form-groups.ts'
export { hotConfQuery } from './hot-conf.ts'
export { componentsFor, type IndexedComponent, indexComponents, type Purpose } from './index-components.ts'
export { type OutsideChange, OutsideChangeNotice, type OutsideChangeNoticeProps } from './outside-change.tsx'
export { SchemaForm, type SchemaFormProps } from './schema-form.tsx'
export { SettingsForm, type SettingsFormProps, withCheck } from './settings-form.tsx'
export { SettingsPage, type SettingsPageProps } from './settings-page.tsx'
export type { FieldTexts, SchemaTexts, Text } from './texts.ts'
export {
  type SchemaFormControl,
  type SchemaFormOptions,
  type SchemaFormState,
  useFormState,
  useSchemaForm,
} from './use-schema-form.ts'
export type { Fault } from './validate.ts'
export type { SchemaDocument, WireSchema } from './wire.ts'
