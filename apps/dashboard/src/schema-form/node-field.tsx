import { memo } from 'react'
import { useLocale, useMessages } from '../i18n/index.ts'
import { valueAt } from '../lib/json/json-path.ts'
import { AccessRuleField } from './fields/access-rule-field.tsx'
import { AclField } from './fields/acl-field.tsx'
import { EnumField } from './fields/enum-field.tsx'
import { ExpressionField } from './fields/expression-field.tsx'
import { InheritedField, useInheritance } from './fields/inherited-field.tsx'
import { FieldBoundary, JsonField } from './fields/json-field.tsx'
import { ListField } from './fields/list-field.tsx'
import { MapField } from './fields/map-field.tsx'
import { ByteSizeField, DurationField, NumberNodeField, PercentField, RateField } from './fields/number-fields.tsx'
import { ObjectField } from './fields/object-field.tsx'
import { PemField } from './fields/pem-field.tsx'
import { RowsField } from './fields/rows-field.tsx'
import { SecretField } from './fields/secret-field.tsx'
import { SwitchNodeField } from './fields/switch-field.tsx'
import {
  CodeField,
  MultilineField,
  ScalarField,
  SqlField,
  TemplateNodeField,
  TextNodeField,
} from './fields/text-fields.tsx'
import { UnionField } from './fields/union-field.tsx'
import { pathKey } from './form-store.ts'
import { formTexts } from './messages.ts'
import { fits } from './unions.ts'
import { type NodeFieldProps, useFormPart, useFormSetting } from './use-field.ts'

/** The field of any node. Values of another type, and fields that fail to render, are edited as JSON. */
export const NodeField = memo(function NodeField(props: NodeFieldProps) {
  const { node, path } = props
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const isFitting = useFormPart((state) => fits(node, valueAt(state.value, path)))
  const inheritance = useInheritance(node, path)
  const { customFields } = useFormSetting()
  // `*` stands for the number of a row: `checks.*.schema`.
  const key = pathKey(path.map((part) => (/^\d+$/.test(String(part)) ? '*' : part)))
  const Own = Object.hasOwn(customFields, key) ? customFields[key] : undefined
  if (!isFitting) return <JsonField {...props} note={texts.unknownValue} />
  if (Own) return <Own {...props} />
  if (inheritance) return <InheritedField {...props} {...inheritance} FieldOfKind={FieldOfKind} />
  return (
    <FieldBoundary fallback={<JsonField {...props} note={texts.fieldFailed(node.label[locale])} />}>
      <FieldOfKind {...props} />
    </FieldBoundary>
  )
})

function FieldOfKind({ node, ...props }: NodeFieldProps) {
  switch (node.kind) {
    case 'text':
    case 'url':
    case 'hostPort':
    case 'commaList':
      return <TextNodeField {...props} node={node} />
    case 'accessRule':
      return <AccessRuleField {...props} node={node} />
    case 'secret':
      return <SecretField {...props} node={node} />
    case 'pem':
      return <PemField {...props} node={node} />
    case 'multiline':
      return <MultilineField {...props} node={node} />
    case 'code':
      return <CodeField {...props} node={node} />
    case 'template':
      return <TemplateNodeField {...props} node={node} />
    case 'expression':
      return <ExpressionField {...props} node={node} />
    case 'acl':
      return <AclField {...props} node={node} />
    case 'sql':
      return <SqlField {...props} node={node} />
    case 'number':
      return <NumberNodeField {...props} node={node} />
    case 'switch':
      return <SwitchNodeField {...props} node={node} />
    case 'enum':
      return <EnumField {...props} node={node} />
    case 'duration':
      return <DurationField {...props} node={node} />
    case 'byteSize':
      return <ByteSizeField {...props} node={node} />
    case 'percent':
      return <PercentField {...props} node={node} />
    case 'rate':
      return <RateField {...props} node={node} />
    case 'list':
      return <ListField {...props} node={node} />
    case 'table':
      return <RowsField {...props} node={node} />
    case 'map':
      return <MapField {...props} node={node} />
    case 'object':
      return <ObjectField {...props} node={node} />
    case 'union':
      return <UnionField {...props} node={node} />
    case 'scalar':
      return <ScalarField {...props} node={node} />
    case 'json':
      return <JsonField {...props} node={node} />
    case 'constant':
      return null
  }
}
