import { useState } from 'react';
import { AmountField } from '../ui/AmountField.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CodeField } from '../ui/CodeField.tsx';
import { Delta } from '../ui/Delta.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './Gallery.module.css';
import { Group } from './Group.tsx';
import { countries, texts } from './samples.ts';

const preview = (
  <>
    <Delta percent="1.24" />
    <Delta percent="-0.86" />
  </>
);
const ways = [
  {
    value: 'green',
    label: 'Green is up',
    preview: <span className={`${styles.preview} ${styles.greenUp}`}>{preview}</span>,
  },
  { value: 'red', label: 'Red is up', preview: <span className={`${styles.preview} ${styles.redUp}`}>{preview}</span> },
];

export function Fields() {
  const [mail, setMail] = useState('mika@example.com');
  const [secret, setSecret] = useState('glasshous');
  const [code, setCode] = useState('');
  const [invitation, setInvitation] = useState('');
  const [amount, setAmount] = useState('500.00');
  const [country, setCountry] = useState('');
  const [agrees, setAgrees] = useState(true);
  const [way, setWay] = useState('green');
  const [search, setSearch] = useState('');
  const short = secret.length < 10 ? `At least 10 characters. You have ${secret.length}.` : undefined;
  return (
    <>
      <Group title="TextField, PasswordField, CodeField">
        <TextField label="Email or phone" icon="mail" value={mail} onChange={setMail} />
        <CodeField label="Verification code" value={code} onChange={setCode} onSend={() => setCode('123456')} />
        <CodeField
          label="Verification code"
          value={code}
          onChange={setCode}
          onSend={() => setCode('')}
          sent
          wait={42}
        />
        <CodeField label="Verification code" value={code} onChange={setCode} onSend={() => setCode('')} sending />
        <PasswordField label="Login password" value={secret} onChange={setSecret} error={short} />
        <TextField
          label="Invitation code"
          optional
          placeholder="If a friend gave you one"
          help="Six letters or digits."
          value={invitation}
          onChange={setInvitation}
        />
        <TextField label="Username" disabled value="mika.h" onChange={setInvitation} />
      </Group>
      <Group title="AmountField, SelectField, SearchField">
        <AmountField
          label="Amount"
          currency="USDT"
          min="50"
          max="5000"
          balance="3250.00"
          quick={{ shares: [25, 50, 75, 100], empty: '' }}
          value={amount}
          onChange={setAmount}
        />
        <AmountField
          label="Amount"
          currency="BTC"
          decimals={8}
          value="0.1"
          onChange={setAmount}
          error="Orders are closed."
        />
        <SelectField label="Country" icon="globe" options={countries} value={country} onChange={setCountry} />
        <SearchField label="Search coin or pair" value={search} onChange={setSearch} />
      </Group>
      <Group title="Checkbox, RadioCards">
        <Checkbox checked={agrees} onChange={setAgrees} error={agrees ? undefined : 'Please confirm this first.'}>
          {texts.understood}
        </Checkbox>
        <RadioCards label="Rise and fall colours" options={ways} value={way} onChange={setWay} help={texts.colors} />
      </Group>
    </>
  );
}
