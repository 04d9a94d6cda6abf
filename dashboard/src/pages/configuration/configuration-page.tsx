import { ConfigurationDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { LastChanges } from '../../components/last-changes';
import { PageHeader } from '../../components/page-header';
import { useViewer } from '../../session/session';
import { InstructionsSection } from './instructions-section';
import { fieldsOf } from './model-block';
import { ModelSection } from './model-section';
import { ReEmbedding } from './re-embedding';
import { configurationTexts as words } from '../../texts/configuration';

const toLabels = (block: 'llm' | 'embedder', title: string) => [
  [`${block}.provider`, `${title}: ${words.provider}`],
  ...fieldsOf[block].map(({ name, label }) => [`${block}.${name}`, `${title}: ${label}`]),
];
const settingLabels = Object.fromEntries([
  ...toLabels('llm', words.languageModel),
  ...toLabels('embedder', words.embeddingModel),
  ['customInstructions', words.customInstructions],
]) as Record<string, string>;

/** Shows the models of the installation with the source of each setting, and forms for admins. */
export function ConfigurationPage() {
  const { isAdmin: canEdit } = useViewer();
  const [result, again] = useFreshQuery(ConfigurationDocument, {});
  return (
    <>
      <PageHeader
        title={words.title}
        description={canEdit ? words.descriptionForAdmins : words.descriptionForMembers}
      />
      <Answer result={result} retry={again}>
        {({
          configuration: {
            llm,
            embedder,
            llmProviders,
            embedderProviders,
            customInstructions,
            customInstructionsSource,
            reEmbedding,
          },
        }) => (
          <>
            {reEmbedding && <ReEmbedding key={reEmbedding.event?.id} reEmbedding={reEmbedding} onDone={again} />}
            <ModelSection
              name="llm"
              title={words.languageModel}
              description={words.languageModelHint}
              block={llm}
              providers={llmProviders}
              canEdit={canEdit}
              onChanged={again}
            />
            <ModelSection
              name="embedder"
              title={words.embeddingModel}
              description={words.embeddingModelHint}
              block={embedder}
              providers={embedderProviders}
              canEdit={canEdit}
              onChanged={again}
            />
            <InstructionsSection
              instructions={customInstructions ?? null}
              source={customInstructionsSource}
              canEdit={canEdit}
              onChanged={again}
            />
            {canEdit && (
              <LastChanges
                projectId={null}
                filter={{ action: 'configuration.update' }}
                labels={settingLabels}
                version={JSON.stringify([llm, embedder, customInstructions])}
              />
            )}
          </>
        )}
      </Answer>
    </>
  );
}
