import {
  Checkbox,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Radio,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { CopyField } from '../../ui/kit/secret/copy-field.tsx';
import { FoldedSection, Form, FormSection, type RecordForm } from '../../ui/kit/form.tsx';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { WARD_NAMES, WORDS } from './samples.ts';
import { GalleryFrame, Specimen } from './specimen.tsx';

export function FormsPage() {
  return (
    <GalleryFrame of="forms">
      <SampleForm />
      <Specimen of="TextInput" from="@mantine/core">
        <Stack gap={16} maw={420}>
          <TextInput label={WORDS.name} description={WORDS.nameHint} placeholder="Ash" />
          <TextInput label={WORDS.name} required error={WORDS.required} />
          <TextInput label={WORDS.name} defaultValue="Birch" disabled />
          <TextInput label={WORDS.name} defaultValue="Cedar" readOnly />
          <Textarea label={WORDS.notes} autosize minRows={2} />
          <NumberInput label={WORDS.beds} defaultValue={18} min={0} />
          <PasswordInput label={WORDS.password} autoComplete="off" />
        </Stack>
      </Specimen>
      <Specimen of="Select" from="@mantine/core">
        <Stack gap={16} maw={420}>
          <Select label={WORDS.ward} data={WARD_NAMES} defaultValue="Ash" />
          <Select label={WORDS.ward} data={WARD_NAMES} searchable error={WORDS.required} />
          <MultiSelect label={WORDS.ward} data={WARD_NAMES} defaultValue={['Ash', 'Cedar']} />
        </Stack>
      </Specimen>
      <Specimen of="Checkbox" from="@mantine/core">
        <Stack gap={12}>
          <Checkbox label={WORDS.closed} defaultChecked />
          <Checkbox label={WORDS.closed} disabled />
          <Switch label={WORDS.live} defaultChecked />
          <Radio.Group label={WORDS.channel} defaultValue="sms">
            <Stack gap={8} mt={8}>
              <Radio value="sms" label="SMS" />
              <Radio value="email" label="E-mail" />
            </Stack>
          </Radio.Group>
        </Stack>
      </Specimen>
      <Specimen of="CopyField" from="ui/kit/secret/copy-field.tsx">
        <CopyField label={WORDS.address} value="https://wardvoice.example/inbox" />
      </Specimen>
      <Specimen of="QrCode" from="ui/kit/qr-code.tsx">
        <QrCode label={WORDS.address} text="https://wardvoice.example/inbox" />
      </Specimen>
    </GalleryFrame>
  );
}

/** A form whose summary names the field that is wrong. Nothing is saved. */
function SampleForm() {
  const form = useForm({ initialValues: { name: '', floor: '', phone: '' }, initialErrors: { name: WORDS.required } });
  const of: RecordForm<typeof form.values> = {
    form,
    problems: [{ path: 'name', text: WORDS.required }],
    attempts: 0,
    isSaving: false,
    conflict: null,
    reload: undefined,
    submit: (event) => event?.preventDefault(),
  };
  return (
    <>
      <Specimen of="Form" from="ui/kit/form.tsx">
        <Form of={of} submit={WORDS.save} onCancel={() => form.reset()}>
          <TextInput label={WORDS.name} required {...form.getInputProps('name')} />
        </Form>
      </Specimen>
      <Specimen of="FormSection" from="ui/kit/form.tsx">
        <FormSection title={WORDS.where} text={WORDS.nameHint}>
          <TextInput label={WORDS.ward} {...form.getInputProps('floor')} />
        </FormSection>
      </Specimen>
      <Specimen of="FoldedSection" from="ui/kit/form.tsx">
        <FoldedSection title={WORDS.further} text={WORDS.furtherText} isOpen={false}>
          <TextInput label={WORDS.notes} {...form.getInputProps('phone')} />
        </FoldedSection>
      </Specimen>
    </>
  );
}
