import type { Locale } from '@glasshouse/protocol/locales';
import { useState } from 'react';
import { chooseLanguage, useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Root.module.css';

// In the words of the language itself, whose file is not there before it is wanted.
const offers: Record<Exclude<Locale, 'en-US'>, { ask: string; yes: string; no: string }> = {
  'zh-CN': { ask: '要使用简体中文吗？', yes: '好', no: '不用' },
  'zh-HK': { ask: '要使用繁體中文嗎？', yes: '好', no: '不用' },
  'ja-JP': { ask: '日本語で表示しますか？', yes: 'はい', no: 'いいえ' },
  'ko-KR': { ask: '한국어로 볼까요?', yes: '예', no: '아니요' },
  'vi-VN': { ask: 'Tiếp tục bằng tiếng Việt?', yes: 'Có', no: 'Không' },
  'ru-RU': { ask: 'Продолжить на русском?', yes: 'Да', no: 'Нет' },
  'fr-FR': { ask: 'Continuer en français ?', yes: 'Oui', no: 'Non' },
};

/** Offers the browser's language, once: either answer is remembered. */
export function LanguageOffer({ offered, onAnswer }: { offered: keyof typeof offers; onAnswer: () => void }) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const { ask, yes, no } = offers[offered];
  const accept = async () => {
    setBusy(true);
    try {
      await chooseLanguage(offered);
      onAnswer();
    } catch {
      setBusy(false);
      showToast({ kind: 'error', text: t('app.languageFailed') });
    }
  };
  return (
    <section className={styles.offer} lang={offered} aria-label={ask}>
      <p>{ask}</p>
      <div>
        <Button small kind="soft" busy={busy} onClick={() => void accept()}>
          {yes}
        </Button>
        <Button small kind="soft" onClick={onAnswer}>
          {no}
        </Button>
      </div>
    </section>
  );
}
