import { usePathParam } from '../../../ui/index.ts'
import { MemberPage } from '../chain/index.ts'
import { RulesTab } from './rules/rules-tab.tsx'
import { sourceChain } from './source-chain.ts'

export default function SourcePage() {
  return <MemberPage kind={sourceChain} id={usePathParam('type')} data={(source) => <RulesTab source={source} />} />
}
