import { now } from '@glasshouse/kit/clock.ts';
import { parseUnits } from '@glasshouse/protocol/money';
import { listVersions, saveDraft } from '@glasshouse/protocol/wealth/office';
import { type ProductKind, pledgeSeconds, productKinds } from '@glasshouse/protocol/wealth/terms';
import { useState } from 'react';
import { costOf, periodWord, productName, type Version } from '../lib/products.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog, Pair } from '../ui/ActDialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { fieldsFrom, offerFrom, type ProductFields } from './form-state.ts';

type Wrong = (field: string) => string | undefined;
type FieldsProps = { typed: ProductFields; set: (part: Partial<ProductFields>) => void; wrong: Wrong };

type EditProductProps = { from?: Version; onSaved: () => void; onClose: () => void };

/** Edits a new product, a new version of a product, or a draft. */
export function EditProduct({ from, onSaved, onClose }: EditProductProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState(() => fieldsFrom(from?.offer, now()));
  const set = (part: Partial<ProductFields>) => setTyped({ ...typed, ...part });
  const isDraft = from?.state === 'draft';
  const next = from && t('products.nextTitle', { name: productName(from.offer) });
  return (
    <ActDialog
      endpoint={saveDraft}
      wide
      title={isDraft ? t('products.editTitle') : (next ?? t('products.add'))}
      submit={t('products.save')}
      body={(reason) => ({
        product: from?.product ?? null,
        expected: isDraft ? from.writtenAt : null,
        offer: offerFrom(typed),
        reason,
      })}
      changes={[listVersions]}
      done={t('products.saved')}
      onDone={() => {
        onSaved();
        onClose();
      }}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {from === undefined && (
            <SelectField
              label={t('products.kind')}
              value={typed.kind}
              onChange={(kind) => set({ kind: kind as ProductKind })}
            >
              {productKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`products.kinds.${kind}`)}
                </option>
              ))}
            </SelectField>
          )}
          <Names typed={typed} set={set} wrong={wrong} />
          <Terms typed={typed} set={set} wrong={wrong} />
          <Shares typed={typed} set={set} wrong={wrong} />
          <Pair>
            <TextField
              label={t('products.opensAt')}
              help={Intl.DateTimeFormat().resolvedOptions().timeZone}
              type="datetime-local"
              error={wrong('offer.opensAt')}
              value={typed.opensAt}
              onChange={(opensAt) => set({ opensAt })}
            />
            <TextField
              label={t('products.closesAt')}
              help={t('products.closesHelp')}
              type="datetime-local"
              error={wrong('offer.closesAt') && t('site.untilLater')}
              value={typed.closesAt}
              onChange={(closesAt) => set({ closesAt })}
            />
          </Pair>
        </>
      )}
    </ActDialog>
  );
}

function Names({ typed, set, wrong }: FieldsProps) {
  const { t } = useWords();
  return (
    <>
      <TextField
        label={t('products.label')}
        help={t('products.labelHelp')}
        error={wrong('offer.label')}
        maxLength={40}
        value={typed.label}
        onChange={(label) => set({ label })}
      />
      {typed.kind === 'machine' && (
        <TextField
          label={t('products.power')}
          help={t('products.powerHelp', { example: '14 TH/s' })}
          error={wrong('offer.power')}
          maxLength={20}
          value={typed.power}
          onChange={(power) => set({ power })}
        />
      )}
    </>
  );
}

function Terms({ typed, set, wrong }: FieldsProps) {
  const { t } = useWords();
  const decimal = (name: 'unit' | 'yearly' | 'perPeriod' | 'daily', word: 'unit' | 'rateBp' | 'ratePpb' | 'daily') => (
    <TextField
      label={t(`products.${word}`)}
      help={t(`products.${word}Help`)}
      error={wrong(`offer.terms.${word}`)}
      inputMode="decimal"
      maxLength={20}
      value={typed[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      {decimal('unit', 'unit')}
      <Pair>
        {typed.kind === 'trust' && decimal('yearly', 'rateBp')}
        {typed.kind === 'pledge' && decimal('perPeriod', 'ratePpb')}
        {typed.kind === 'machine' && decimal('daily', 'daily')}
        {typed.kind === 'pledge' ? (
          <SelectField label={t('products.seconds')} value={typed.seconds} onChange={(seconds) => set({ seconds })}>
            {pledgeSeconds.map((seconds) => (
              <option key={seconds} value={seconds}>
                {periodWord(seconds)}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            label={t('products.days')}
            help={t('products.daysHelp')}
            error={wrong('offer.terms.days')}
            inputMode="numeric"
            maxLength={3}
            value={typed.days}
            onChange={(days) => set({ days })}
          />
        )}
      </Pair>
    </>
  );
}

/** Numbers of shares, each with its price. */
function Shares({ typed, set, wrong }: FieldsProps) {
  const { t } = useWords();
  const { terms, ...counts } = offerFrom(typed);
  const why = {
    least: undefined,
    most: counts.most > 0 && counts.most < counts.least ? t('products.mostBelowLeast') : undefined,
    quota: counts.quota > 0 && counts.quota < counts.most ? t('products.quotaBelowMost') : undefined,
  };
  const costs = parseUnits(terms.unit, 'USDT') !== undefined;
  return (['least', 'most', 'quota'] as const).map((name) => (
    <TextField
      key={name}
      label={t(`products.${name}`)}
      help={costs && counts[name] > 0 && t('products.comesTo', { amount: costOf(terms, counts[name]) })}
      error={wrong(`offer.${name}`) && (why[name] ?? wrong(`offer.${name}`))}
      inputMode="numeric"
      maxLength={15}
      value={typed[name]}
      onChange={(value) => set({ [name]: value })}
    />
  ));
}
