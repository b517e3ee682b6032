package belfry.http;

import belfry.base.Phrase;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * JSON on the wire. Input is read strictly: an unknown field, a wrong type, null or anything after
 * the end is an error that names the field.
 */
public final class ApiJson {
  public static final Phrase MUST_BE_TEXT = Phrase.of("field.mustBeText", "This must be text.");

  private static final Phrase SEND_AN_OBJECT = Phrase.of("body.noObject", "Send a JSON object.");
  private static final Phrase NUMBER_TOO_LARGE =
      Phrase.of("field.numberTooLarge", "This number is too large or too small.");

  static final Phrase NUL = Phrase.of("field.nul", "Remove the NUL character.");
  private static final Phrase HALF =
      Phrase.of(
          "field.halfCharacter",
          "A character in this text is incomplete. Delete it and type it again.");

  private static final int DEEPEST = 32;

  /**
   * Buffers are shared, not kept for each thread as is usual: each connection has a thread, and
   * would keep 18 KB.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().recyclerPool(JsonRecyclerPools.newBoundedPool(32)).build();

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(FACTORY)
          .addModules(new JavaTimeModule(), new Jdk8Module(), texts())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              config ->
                  config
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  static {
    MAPPER
        .getFactory()
        .setStreamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build());
  }

  private ApiJson() {}

  /** A text that cannot be kept, and what to do about it. */
  private static final class UnfitText extends JsonMappingException {
    private static final long serialVersionUID = 1L;

    private final transient Phrase why;

    UnfitText(JsonParser parser, Phrase why) {
      super(parser, why.english());
      this.why = why;
    }
  }

  /**
   * Refuses null as a value of the wrong type. Whoever sends null where they agree to a number, or
   * name who is meant, has not left it out; it may be a value that they failed to find.
   */
  private static final class NotNull extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    NotNull(JsonDeserializer<?> read) {
      super(read);
    }

    static final BeanDeserializerModifier EVERYWHERE =
        new BeanDeserializerModifier() {
          private static final long serialVersionUID = 1L;

          @Override
          public JsonDeserializer<?> modifyDeserializer(
              DeserializationConfig config, BeanDescription type, JsonDeserializer<?> read) {
            return new NotNull(read);
          }

          @Override
          public JsonDeserializer<?> modifyCollectionDeserializer(
              DeserializationConfig config,
              CollectionType list,
              BeanDescription type,
              JsonDeserializer<?> read) {
            return new NotNull(read);
          }

          @Override
          public JsonDeserializer<?> modifyMapDeserializer(
              DeserializationConfig config,
              MapType map,
              BeanDescription type,
              JsonDeserializer<?> read) {
            return new NotNull(read);
          }
        };

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> read) {
      return new NotNull(read);
    }

    /** In a list, each form says what must be there. */
    @Override
    public @Nullable Object getNullValue(DeserializationContext context)
        throws JsonMappingException {
      return context.getParser().getParsingContext().inArray()
          ? null
          : context.reportInputMismatch(handledType(), "null");
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context)
        throws JsonMappingException {
      return _delegatee.getAbsentValue(context);
    }
  }

  /**
   * Rejects what not every database accepts: NUL, and half of a character (a surrogate without its
   * other half), which would be stored as another one.
   */
  private static SimpleModule texts() {
    return new SimpleModule()
        .setDeserializerModifier(NotNull.EVERYWHERE)
        .addDeserializer(
            String.class,
            new StdScalarDeserializer<String>(String.class) {
              @Override
              public String deserialize(JsonParser parser, DeserializationContext context)
                  throws IOException {
                var text = StringDeserializer.instance.deserialize(parser, context);
                if (text.indexOf('\0') >= 0) {
                  throw new UnfitText(parser, NUL);
                }
                if (text.codePoints().anyMatch(ApiJson::isHalf)) {
                  throw new UnfitText(parser, HALF);
                }
                return text;
              }
            });
  }

  private static boolean isHalf(int character) {
    return Character.MIN_SURROGATE <= character && character <= Character.MAX_SURROGATE;
  }

  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass().getSimpleName(), e);
    }
  }

  /** On one line of ASCII, for a header. */
  static String line(Object value) {
    try {
      var ascii = MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);
      // DEL is ASCII, and no header may have it.
      return ascii.writeValueAsString(value).replace("\u007F", "\\u007F");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass().getSimpleName(), e);
    }
  }

  /** Passes over fields of a form, but not of what is in it, that another form takes. */
  private static final class Others extends DeserializationProblemHandler {
    private final Class<?> form;
    private final Set<String> names;

    Others(Class<?> form, Set<String> names) {
      this.form = form;
      this.names = names;
    }

    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        JsonDeserializer<?> read,
        Object of,
        String name)
        throws IOException {
      var isTaken = (form.isInstance(of) || form.equals(of)) && names.contains(name);
      if (isTaken) {
        var _ = parser.skipChildren();
      }
      return isTaken;
    }
  }

  /**
   * Reads a form.
   *
   * @param others the fields that another form takes
   * @throws Problem.Thrown 400, naming the field
   */
  static <T> T read(byte[] json, Class<T> form, Set<String> others) {
    try {
      return MAPPER.readerFor(form).withHandler(new Others(form, others)).readValue(json);
    } catch (UnrecognizedPropertyException e) {
      throw Problem.invalid(
              path(e), Phrase.of("field.unknown", "There is no such field. Remove it."))
          .thrown();
    } catch (InvalidTypeIdException e) {
      throw Problem.invalid(path(e), Phrase.of("field.kind", "Say what it is in 'kind'.")).thrown();
    } catch (MismatchedInputException e) {
      throw Problem.invalid(path(e), expected(e)).thrown();
    } catch (StreamConstraintsException e) {
      throw Problem.invalid(
              "",
              Phrase.of(
                  "body.tooDeep", "The JSON is nested too deeply, or a number in it is too long."))
          .thrown();
    } catch (UnfitText e) {
      throw Problem.invalid(path(e), e.why).thrown();
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof InputCoercionException) {
        throw Problem.invalid(path(e), NUMBER_TOO_LARGE).thrown();
      }
      throw Problem.invalid(
              path(e),
              Phrase.of(
                  "field.unreadable",
                  "This cannot be read: {{why}}",
                  "why",
                  e.getOriginalMessage()))
          .thrown();
    } catch (JsonParseException e) {
      throw Problem.invalid(
              "",
              Phrase.of(
                  "body.noJsonAt",
                  "The body is not valid JSON, at line {{line}}, column {{column}}.",
                  "line",
                  e.getLocation().getLineNr(),
                  "column",
                  e.getLocation().getColumnNr()))
          .thrown();
    } catch (IOException e) {
      throw Problem.invalid("", Phrase.of("body.noJson", "The body is not valid JSON.")).thrown();
    }
  }

  private static Phrase expected(MismatchedInputException e) {
    var type = e.getTargetType();
    if (type == null) {
      return SEND_AN_OBJECT;
    }
    if (type == String.class) {
      return MUST_BE_TEXT;
    }
    if (Number.class.isAssignableFrom(type) || type == long.class || type == int.class) {
      return Phrase.of("field.mustBeNumber", "This must be a whole number.");
    }
    if (type == Boolean.class || type == boolean.class) {
      return Phrase.of("field.mustBeBoolean", "This must be true or false.");
    }
    return Iterable.class.isAssignableFrom(type)
        ? Phrase.of("field.mustBeList", "This must be a list.")
        : Phrase.of("field.mustBeObject", "This must be an object.");
  }

  private static String path(JsonMappingException e) {
    return e.getPath().stream()
        .map(step ->
            step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
        .collect(Collectors.joining())
        .replaceFirst("^\\.", "");
  }
}
